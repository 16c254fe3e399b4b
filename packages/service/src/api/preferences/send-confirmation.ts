import { askConfirmation } from '../../delivery/ask-confirmation.ts'
import type { PreferencesToConfirm } from '../../delivery/preferences-to-confirm.ts'
import { type EmailAddress, readEmailAddress } from '../../domain/email-address.ts'
import { findTopic, type Topic, templateOf } from '../../domain/preference-template.ts'
import { parseRef, type Ref } from '../../domain/ref.ts'
import { agentFamily } from '../../http/circumstances.ts'
import type { Call, Recipe } from '../../http/endpoint.ts'
import { languageOf } from '../../http/language.ts'
import { networkPrefix } from '../../http/network.ts'
import {
  accessSubjectOrMailbox,
  type SubjectAccess,
  subjectTokenRefusals,
  type UnprovedMailbox,
} from '../../http/subject-access.ts'
import { Validation } from '../../http/validate.ts'
import { toTimestamp } from '../../kernel/clock.ts'
import { refuseInvalid } from '../../kernel/refusal.ts'
import { findPendingPreferences, type PendingPreference } from '../../ledger/confirm-preferences.ts'
import { subjectNotFound } from '../../ledger/people.ts'
import { readSubject } from '../../ledger/read-subject.ts'
import type { Service } from '../../service.ts'
import { findSubjectState } from '../../store/subjects.ts'
import {
  type SendConfirmationBody,
  sendConfirmationAnswer,
  sendConfirmationBody,
  sendConfirmationExample,
} from './send-confirmation-body.ts'

type SendCall = Call<undefined, undefined, SendConfirmationBody>

export const sendConfirmation: Recipe<undefined, undefined, SendConfirmationBody> = {
  operationId: 'sendConfirmation',
  tag: 'Preferences',
  summary: 'Send a confirmation mail',
  description:
    'Sends a link that opens a page whose button confirms preferences (double opt-in). The link holds for 48 hours from when the mail went out, works once, and a newer one for the same topics makes it worthless. A mailbox gets at most one such mail a minute and three a day; past that, and for whoever said "this was not me", the answer is the same and no mail is sent.',
  body: sendConfirmationBody,
  mails: 'confirmation',
  answers: {
    202: {
      description: 'Taken, whether or not anybody reads that mailbox.',
      schema: sendConfirmationAnswer,
      example: sendConfirmationExample,
    },
  },
  refuses: ['not_configured', 'subject_not_found', ...subjectTokenRefusals],
  async run(service, call) {
    const { body, environment, headers } = call
    const validation = new Validation()
    const access = await accessSubjectOrMailbox(call, service.realClock.now(), {
      ref: body.subject.ref,
      path: 'subject.ref',
      scope: 'preferences:write',
    }).catch((error: unknown) => validation.keep(error))
    const known = access === undefined ? undefined : await addressOf(service, call, access)
    const to = access && validation.attempt(() => recipientOf(call, known))
    const topics = topicsOf(call, validation)
    checkRedirect(call, validation)
    validation.finish()
    if (access === undefined || to === undefined) throw new Error('a fault that was not gathered')
    const language = languageOf(environment.catalogue, body.language ?? undefined, headers)
    const ref = refOf(call)
    const keys = [...new Set(body.preferences)].toSorted()
    // What a mailbox proves is e-mail: a telephone number is not confirmed by it (BGH I ZR 164/09).
    const pending = (await findPendingPreferences(service, environment, ref, keys)).filter(
      ({ channel }) => channel === null || channel === 'email',
    )
    const items = pending.map((preference) => itemOf(preference, topics, language))
    const detail: PreferencesToConfirm = {
      ref: body.subject.ref,
      preferences: pending,
      asked: circumstancesOf(call),
    }
    const { id, expiresAt } = await askConfirmation(service, environment, {
      kind: 'preferences',
      to,
      language,
      matter: [environment.routing.subject(ref), ...keys].join('\0'),
      content: { email: to, language, items, redirectUrl: body.redirect_url ?? null, detail },
      lifetimeSeconds: service.config.confirmationHours * 3600,
      mail: (links) => ({
        kind: 'confirm-preferences',
        values: {
          controller: environment.catalogue.controller.name,
          topics: items,
          hours: service.config.confirmationHours,
          ...links,
        },
      }),
    })
    const answer = { id, status: 'sent', channel: 'email', expires_at: toTimestamp(expiresAt) }
    return { status: 202, body: JSON.stringify(answer) }
  },
}

interface Known {
  readonly address: string
  /** Whether the ref is that address: then no other mailbox can confirm for it. */
  readonly isRef: boolean
}

/** The address in the ref, else, where none was given, one that is on file; undefined for somebody without any. */
async function addressOf(
  service: Service,
  call: SendCall,
  access: SubjectAccess | UnprovedMailbox,
): Promise<Known | undefined> {
  if ('mailbox' in access) return { address: access.mailbox, isRef: true }
  const { ref } = access
  if (ref.kind === 'identifier' && ref.type === 'email') return { address: ref.value, isRef: true }
  if (call.body.email != null && ref.kind !== 'subject_id') return undefined
  const { caller, environment } = call
  const person = await findSubjectState(service.subjectReads, caller, environment.routing.subject(ref))
  if (person === undefined && ref.kind === 'subject_id') throw subjectNotFound('subject.ref')
  if (call.body.email != null || person === undefined || person.isErased) return undefined
  const { identifiers } = await readSubject(service.pool, service, environment, person.routeKey)
  const addresses = identifiers.filter(({ type }) => type === 'email')
  const found = addresses.find(({ verified }) => verified) ?? addresses[0]
  return found && { address: found.value, isRef: false }
}

/** Whoever has proved nothing can only have that very mailbox asked, which then speaks for itself. */
function recipientOf({ body }: SendCall, known: Known | undefined): EmailAddress {
  const given = body.email ?? known?.address
  if (given === undefined)
    throw refuseInvalid([
      { path: 'email', message: 'There is no e-mail address on file: say where to write to.' },
    ])
  const address = readEmailAddress(given)
  if (typeof address !== 'string')
    throw refuseInvalid([{ path: body.email == null ? 'subject.ref' : 'email', message: address.fault }])
  if (known?.isRef === true && readEmailAddress(known.address) !== address)
    throw refuseInvalid([
      {
        path: 'email',
        message: 'This is another mailbox than the one that the ref names, which alone can confirm for it.',
      },
    ])
  return address
}

function refOf({ body, environment }: SendCall): Ref {
  const ref = parseRef(body.subject.ref, environment.catalogue.identifierTypes)
  if ('fault' in ref) throw new Error('a fault that was not gathered')
  return ref
}

function topicsOf({ body, environment }: SendCall, validation: Validation): ReadonlyMap<string, Topic> {
  const template = templateOf(environment)
  const topics = new Map<string, Topic>()
  for (const [index, key] of body.preferences.entries()) {
    const topic = findTopic(template, key)
    const path = `preferences.${index}`
    if (topic === undefined)
      validation.add({ path, message: 'The preference template has no topic of this name.' })
    else if (!topic.double_opt_in)
      validation.add({ path, message: 'This topic needs no confirmation: record it, and it holds.' })
    else topics.set(key, topic)
  }
  return topics
}

/** A link of ours that led anywhere would lend our name to whoever fills in the form. */
function checkRedirect({ body, environment }: SendCall, validation: Validation): void {
  if (body.redirect_url == null || environment.catalogue.redirectUrls.includes(body.redirect_url)) return
  validation.add({ path: 'redirect_url', message: 'This is not one of redirect_urls in the catalogue.' })
}

/** In the words of the template, with what was chosen: that, and nothing else, is confirmed. */
function itemOf(
  { key, value }: PendingPreference,
  topics: ReadonlyMap<string, Topic>,
  language: string,
): string {
  const topic = topics.get(key)
  if (topic === undefined) throw new Error('a preference of a topic that was not asked about')
  const name = topic.texts[language]?.name ?? key
  if (typeof value === 'boolean') return name
  const chosen = topic.options.filter((option) =>
    (typeof value === 'string' ? [value] : value).includes(option.key),
  )
  return `${name}: ${chosen.map((option) => option.texts[language] ?? option.key).join(', ')}`
}

function circumstancesOf({
  environment,
  headers,
  address,
}: SendCall): Readonly<Record<string, string | null>> {
  const { keep } = environment.catalogue
  return {
    asked_on_page_of: headers.origin ?? null,
    asked_from_network: keep.networkPrefix ? networkPrefix(address) : null,
    asked_with_agent: keep.agentFamily ? agentFamily(headers['user-agent']) : null,
  }
}
