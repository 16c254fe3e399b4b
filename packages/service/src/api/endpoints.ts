import { type Endpoint, endpoint, openEndpoint } from '../http/endpoint.ts'
import { listCookies } from './catalogue/list-cookies.ts'
import { listPurposes } from './catalogue/list-purposes.ts'
import { readBanner } from './catalogue/read-banner.ts'
import { readPolicy } from './catalogue/read-policy.ts'
import { readPurpose } from './catalogue/read-purpose.ts'
import { recordConsent } from './consent/record-consent.ts'
import { recordConsentBatch } from './consent/record-consent-batch.ts'
import { changeDataRequest } from './data-requests/change-data-request.ts'
import { createDataRequest } from './data-requests/create-data-request.ts'
import { listDataRequests } from './data-requests/list-data-requests.ts'
import { readDataRequest } from './data-requests/read-data-request.ts'
import { requestFromPortal } from './data-requests/request-from-portal.ts'
import { listEvents } from './events/list-events.ts'
import { readKeySet } from './evidence/read-key-set.ts'
import { readReceipt } from './evidence/read-receipt.ts'
import { readHealth } from './operations/read-health.ts'
import { readReadiness } from './operations/read-readiness.ts'
import { makeUnsubscribeLink } from './preferences/make-unsubscribe-link.ts'
import { readPreferenceTemplate } from './preferences/read-preference-template.ts'
import { readPreferences } from './preferences/read-preferences.ts'
import { recordPreferences } from './preferences/record-preferences.ts'
import { sendConfirmation } from './preferences/send-confirmation.ts'
import { readGoogleAdditionalConsent } from './signals/read-google-additional-consent.ts'
import { readGoogleConsentMode } from './signals/read-google-consent-mode.ts'
import { readGpp } from './signals/read-gpp.ts'
import { readTcString } from './signals/read-tc-string.ts'
import { readVendorList } from './signals/read-vendor-list.ts'
import { addIdentifiers } from './subjects/add-identifiers.ts'
import { createSubject } from './subjects/create-subject.ts'
import { erasePerson } from './subjects/erase-person.ts'
import { liftLegalHold, placeLegalHold } from './subjects/legal-hold.ts'
import { mergeSubjects } from './subjects/merge-subjects.ts'
import { readConsent } from './subjects/read-consent.ts'
import { readConsentHistory } from './subjects/read-consent-history.ts'
import { unmergeSubjects } from './subjects/unmerge-subjects.ts'
import { listTestMails } from './test-mode/list-test-mails.ts'
import { readTestMail } from './test-mode/read-test-mail.ts'
import { advanceTestClock, readTestClock } from './test-mode/test-clock.ts'
import {
  enableWebhookEndpoint,
  removeWebhookEndpoint,
  rotateWebhookSecret,
} from './webhooks/change-webhook-endpoint.ts'
import { createWebhookEndpoint } from './webhooks/create-webhook-endpoint.ts'
import { listWebhookDeliveries } from './webhooks/list-webhook-deliveries.ts'
import { listEndpoints } from './webhooks/list-webhook-endpoints.ts'
import { replayWebhooks } from './webhooks/replay-webhooks.ts'

/** Everything that the service answers under a key, in docs/contract.md's order; docs/endpoints.md is made from it. */
// biome-ignore format: a table, one row a line
export const endpoints: readonly Endpoint[] = [
  //       method  path                                       key       repeat   recipe
  endpoint('POST', '/v1/consent',                             'any',    'keyed', recordConsent),
  endpoint('POST', '/v1/consent/batch',                       'any',    'keyed', recordConsentBatch),
  endpoint('POST', '/v1/preferences',                         'any',    'keyed', recordPreferences),
  endpoint('POST', '/v1/preferences/confirmation-token',      'any',    'anew',  sendConfirmation),
  endpoint('POST', '/v1/preferences/unsubscribe-link',        'secret', 'same',  makeUnsubscribeLink),
  endpoint('GET',  '/v1/subjects/:ref/consent',               'any',    'read',  readConsent),
  endpoint('GET',  '/v1/subjects/:ref/consent/history',       'secret', 'read',  readConsentHistory),
  endpoint('GET',  '/v1/subjects/:ref/preferences',           'any',    'read',  readPreferences),
  endpoint('POST', '/v1/subjects',                            'secret', 'same',  createSubject),
  endpoint('POST', '/v1/subjects/:ref/identifiers',           'secret', 'same',  addIdentifiers),
  endpoint('POST', '/v1/subjects/merge',                      'secret', 'same',  mergeSubjects),
  endpoint('POST', '/v1/subjects/merge/:id/undo',             'secret', 'same',  unmergeSubjects),
  endpoint('DELETE', '/v1/subjects/:ref',                     'secret', 'same',  erasePerson),
  endpoint('POST', '/v1/subjects/:ref/hold',                  'secret', 'same',  placeLegalHold),
  endpoint('DELETE', '/v1/subjects/:ref/hold',                'secret', 'same',  liftLegalHold),
  endpoint('GET',  '/v1/purposes',                            'any',    'read',  listPurposes),
  endpoint('GET',  '/v1/purposes/:key/current',               'any',    'read',  readPurpose),
  endpoint('GET',  '/v1/preference-template',                 'any',    'read',  readPreferenceTemplate),
  endpoint('GET',  '/v1/policy',                              'any',    'read',  readPolicy),
  endpoint('GET',  '/v1/banner',                              'any',    'read',  readBanner),
  endpoint('GET',  '/v1/cookies',                             'any',    'read',  listCookies),
  endpoint('GET',  '/v1/consent/tcstring',                    'any',    'read',  readTcString),
  endpoint('GET',  '/v1/consent/google-consent-mode',         'any',    'read',  readGoogleConsentMode),
  endpoint('GET',  '/v1/consent/google-additional-consent',   'any',    'read',  readGoogleAdditionalConsent),
  endpoint('GET',  '/v1/consent/gpp',                         'any',    'read',  readGpp),
  endpoint('GET',  '/v1/tcf/vendor-list',                     'any',    'read',  readVendorList),
  endpoint('GET',  '/v1/receipts/:id',                        'any',    'read',  readReceipt),
  endpoint('GET',  '/v1/events',                              'secret', 'read',  listEvents),
  endpoint('POST', '/v1/webhook-endpoints',                   'secret', 'anew',  createWebhookEndpoint),
  endpoint('GET',  '/v1/webhook-endpoints',                   'secret', 'read',  listEndpoints),
  endpoint('DELETE', '/v1/webhook-endpoints/:id',             'secret', 'read',  removeWebhookEndpoint),
  endpoint('POST', '/v1/webhook-endpoints/:id/secrets',       'secret', 'anew',  rotateWebhookSecret),
  endpoint('POST', '/v1/webhook-endpoints/:id/enable',        'secret', 'read',  enableWebhookEndpoint),
  endpoint('POST', '/v1/webhook-endpoints/:id/replay',        'secret', 'anew',  replayWebhooks),
  endpoint('GET',  '/v1/webhook-deliveries',                  'secret', 'read',  listWebhookDeliveries),
  endpoint('POST', '/v1/data-requests',                       'secret', 'anew',  createDataRequest),
  endpoint('POST', '/v1/data-requests/portal',                'any',    'anew',  requestFromPortal),
  endpoint('GET',  '/v1/data-requests',                       'secret', 'read',  listDataRequests),
  endpoint('GET',  '/v1/data-requests/:id',                   'secret', 'read',  readDataRequest),
  endpoint('POST', '/v1/data-requests/:id/transitions',       'secret', 'anew',  changeDataRequest),
  endpoint('GET',  '/v1/test/clock',                          'secret', 'read',  readTestClock),
  endpoint('POST', '/v1/test/clock',                          'secret', 'anew',  advanceTestClock),
  endpoint('GET',  '/v1/test/mails',                          'secret', 'read',  listTestMails),
  endpoint('GET',  '/v1/test/mails/:id',                      'secret', 'read',  readTestMail),
  openEndpoint('GET', '/.well-known/jwks.json',                                  readKeySet),
  openEndpoint('GET', '/health',                                                 readHealth),
  openEndpoint('GET', '/ready',                                                  readReadiness),
]
