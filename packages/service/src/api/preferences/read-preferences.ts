import { z } from 'zod'
import { timestamp } from '../../domain/consent-schema.ts'
import { preferenceValue } from '../../domain/preference-schema.ts'
import {
  isOn,
  type PreferenceValue,
  type Topic,
  templateOf,
  valueFault,
} from '../../domain/preference-template.ts'
import { recordPublicId, subjectId } from '../../domain/public-id.ts'
import { findActive, findPending, type StandingPreference } from '../../domain/standing-preference.ts'
import type { Call, Recipe } from '../../http/endpoint.ts'
import { findSubject } from '../../http/find-subject.ts'
import { accessSubject, subjectTokenRefusals } from '../../http/subject-access.ts'
import { toTimestamp } from '../../kernel/clock.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { placesOf } from '../../ledger/confirm-preferences.ts'
import { findSubjectState, type SubjectState } from '../../store/subjects.ts'

const params = z.strictObject({ ref: z.string() })
type Params = z.output<typeof params>

const entry = z.strictObject({
  key: z.string(),
  channel: z.string().nullable(),
  value: preferenceValue,
  status: z
    .enum(['active', 'pending', 'default'])
    .describe(
      'active: in force. pending: asked for, and not in force before it is confirmed. default: never set.',
    ),
  confirmed_at: timestamp.nullable(),
  updated_at: timestamp.nullable(),
  record: z.string().nullable(),
})
const answer = z.strictObject({
  subject: z.strictObject({ id: z.string(), ref: z.string() }),
  template_version: z.int(),
  preferences: z.array(entry),
})

const suffix = '00rPqXCN2ArqP3VVKfV4Mz0i6TBVSF8ZKq8nMrgPvC7'
const time = '2026-11-21T09:00:00.000Z'
const example: z.output<typeof answer> = {
  subject: { id: 'sub_1B9iIuG6JLOPU2W0SBd0Lk', ref: 'anon_7f3kQ9xZpL2mW8vR4tY6bN' },
  template_version: 1,
  preferences: [
    {
      key: 'newsletter',
      channel: 'email',
      value: true,
      status: 'active',
      confirmed_at: time,
      updated_at: time,
      record: `prf_${suffix}`,
    },
    {
      key: 'frequency',
      channel: null,
      value: 'monthly',
      status: 'default',
      confirmed_at: null,
      updated_at: null,
      record: null,
    },
  ],
}

export const readPreferences: Recipe<Params, undefined, undefined> = {
  operationId: 'readPreferences',
  tag: 'Preferences',
  summary: "Read a subject's preferences",
  description:
    'The current value of every topic of the preference template, for each of its channels. Read by an e-mail address, it also shows what waits for that mailbox to confirm it.',
  params,
  answers: { 200: { description: 'Every topic.', schema: answer, example } },
  refuses: ['not_configured', 'subject_not_found', 'subject_erased', ...subjectTokenRefusals],
  async run(service, call: Call<Params, undefined, undefined>) {
    const { ref } = await accessSubject(call, service.realClock.now(), {
      ref: call.params.ref,
      path: 'path.ref',
      scope: 'preferences:read',
    })
    const template = templateOf(call.environment)
    const [, mailboxKey] = placesOf(call.environment, ref)
    const mailbox = mailboxKey && (await findSubjectState(service.subjectReads, call.caller, mailboxKey))
    const own = await findSubject(service, call, ref).catch((error: unknown) => {
      if (mailbox === undefined || !(error instanceof Refusal) || error.code !== 'subject_not_found')
        throw error
      return undefined
    })
    const preferences = template.sections.flatMap(({ topics }) =>
      topics.flatMap((topic) =>
        (topic.channels.length === 0 ? [null] : topic.channels).map((channel) =>
          describe(topic, channel, own, mailbox),
        ),
      ),
    )
    const id = subjectId(own?.routeKey ?? call.environment.routing.subject(ref))
    const body = { subject: { id, ref: call.params.ref }, template_version: template.version, preferences }
    return { status: 200, body: JSON.stringify(body) }
  },
}

/** What is in force hides what waits, unless it is off: nobody loses a choice to what somebody else asked for. */
function describe(
  topic: Topic,
  channel: string | null,
  own: SubjectState | undefined,
  mailbox: SubjectState | undefined,
) {
  const name = { key: topic.key, channel }
  const fits = (found: StandingPreference | undefined) =>
    found !== undefined && valueFault(topic, found.value) === undefined ? found : undefined
  const active = own && fits(findActive(own.state, name))
  if (own !== undefined && active !== undefined && isOn(active.value))
    return described(name, 'active', active.value, { place: own, found: active })
  for (const place of [own, mailbox]) {
    const pending = place && fits(findPending(place.state, name, active))
    if (place !== undefined && pending !== undefined)
      return described(name, 'pending', pending.value, { place, found: pending })
  }
  if (own !== undefined && active !== undefined)
    return described(name, 'active', active.value, { place: own, found: active })
  return described(name, 'default', topic.default, undefined)
}

function described(
  name: { readonly key: string; readonly channel: string | null },
  status: 'active' | 'pending' | 'default',
  value: PreferenceValue,
  from: { readonly place: SubjectState; readonly found: StandingPreference } | undefined,
) {
  const confirmedAt = from?.found.confirmedAt ?? null
  return {
    ...name,
    value,
    status,
    confirmed_at: confirmedAt === null ? null : toTimestamp(confirmedAt),
    updated_at: from === undefined ? null : toTimestamp(from.found.decidedAt),
    record:
      from === undefined
        ? null
        : recordPublicId('prf', {
            routeKey: from.found.subjectKey ?? from.place.routeKey,
            recordId: from.found.recordId,
          }),
  }
}
