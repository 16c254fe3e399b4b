import { z } from 'zod'
import { addDuration, formatDuration } from '../../domain/duration.ts'
import type { JobName } from '../../domain/job.ts'
import type { Scope } from '../../domain/scope.ts'
import type { Answer, Call, Recipe } from '../../http/endpoint.ts'
import { toTimestamp } from '../../kernel/clock.ts'
import { refuseInvalid } from '../../kernel/refusal.ts'
import type { Service } from '../../service.ts'
import { addJob } from '../../store/job-queue.ts'
import { moveTestClock } from '../../store/test-clocks.ts'

/** Grants and laws end within some years; a clock further ahead shows nothing more, and times must stay writable. */
const aheadMaxYears = 10
const aheadMax = `P${aheadMaxYears}Y`

const duration =
  /^P(?:\d{1,3}W|(?:\d{1,2}Y)?(?:\d{1,3}M)?(?:\d{1,4}D)?(?:T(?:\d{1,5}H)?(?:\d{1,6}M)?(?:\d{1,7}S)?)?)$/
const noDuration = 'is not an ISO 8601 duration such as P30D or PT49H, longer than nothing'

const body = z.strictObject({
  advance: z
    .string()
    .regex(duration, noDuration)
    .refine((text) => /[1-9]/.test(text) && !text.endsWith('T'), noDuration)
    .optional()
    .describe('By how much, an ISO 8601 duration by the UTC calendar: P30D, P1Y, PT49H.'),
  now: z.iso
    .datetime({ offset: true, error: 'is not a time of RFC 3339, such as 2027-11-21T09:00:00.000Z' })
    .optional()
    .describe('To when instead, RFC 3339; not before the time it shows.'),
})
type Body = z.output<typeof body>

const answer = z.strictObject({
  now: z.string().describe('What the clock of this environment shows. It goes on from there, as clocks do.'),
  ahead_by: z
    .string()
    .describe('How far it is ahead of the real time, an ISO 8601 duration; PT0S: not at all.'),
})
const example: z.output<typeof answer> = { now: '2026-12-21T09:00:00.000Z', ahead_by: 'P30D' }

/** What is done again and again, and may have come due by a move; each of them once however often it is asked for. */
const timed: readonly JobName[] = [
  'watch-data-requests',
  'find-due-mails',
  'end-retention',
  'forget-old-rows',
]

export const readTestClock: Recipe<undefined, undefined, undefined> = {
  operationId: 'readTestClock',
  tag: 'Test mode',
  testOnly: true,
  summary: "Read the test environment's clock",
  description: 'A test environment begins with the real time, and is ahead of it once its clock was moved.',
  answers: { 200: { description: 'The clock.', schema: answer, example } },
  refuses: ['not_applicable'],
  run(service, { environment }) {
    return answerOf(service, environment.scope)
  },
}

export const advanceTestClock: Recipe<undefined, undefined, Body> = {
  operationId: 'advanceTestClock',
  tag: 'Test mode',
  testOnly: true,
  summary: "Move the test environment's clock forward",
  description: `Everything of this environment goes by it: when consent expires, a law begins, a link ends, a data request is due, what is kept is forgotten, and the times of records. Background jobs look at once for what has come due. API keys, subject tokens, rate limits and signatures stay in the real time. Give either \`advance\` or \`now\`. It goes forward only, since nothing in a ledger can be taken back, and at most ${aheadMaxYears} years ahead; a fresh test environment has the real time again. This server follows at once, all others within seconds.`,
  body,
  answers: { 200: { description: 'The clock, moved.', schema: answer, example } },
  refuses: ['not_applicable'],
  async run(service, { environment: { scope }, body }: Call<undefined, undefined, Body>) {
    const real = service.realClock.now()
    await moveTestClock(service.pool, scope, real, (aheadMs) => targetOf(body, real, aheadMs) - real)
    await service.settings.refresh()
    await wake(service)
    return answerOf(service, scope)
  },
}

/** Where the clock is to be put. Refused: both ways or none, a time that was shown before, and one that is too far away. */
function targetOf({ advance, now: wanted }: Body, real: number, aheadMs: number): number {
  const now = real + aheadMs
  const path = advance === undefined ? 'now' : 'advance'
  if ((advance === undefined) === (wanted === undefined))
    throw refuseInvalid([{ path: 'advance', message: 'Give either `advance` or `now`.' }])
  const target = advance === undefined ? Date.parse(wanted ?? '') : addDuration(now, advance)
  if (target < now)
    throw refuseInvalid([
      { path, message: `The clock shows ${toTimestamp(now)} already; it goes forward only.` },
    ])
  if (target > addDuration(real, aheadMax))
    throw refuseInvalid([
      { path, message: `This is more than ${aheadMaxYears} years ahead of the real time.` },
    ])
  return target
}

/** Not worth a refusal: what has come due is found within the hour anyway. */
async function wake({ pool, log }: Service): Promise<void> {
  for (const job of timed)
    await addJob(pool, job, {}, { key: job }).catch((error: unknown) =>
      log.warn('a job waits for its next turn', { job, error }),
    )
}

/** From the settings as they are now: those of the call are from before the move. */
function answerOf({ settings, realClock }: Service, { environmentId }: Scope): Answer {
  const aheadMs = settings.current.environments.get(environmentId)?.clockAheadMs ?? 0
  const clock: z.output<typeof answer> = {
    now: toTimestamp(realClock.now() + aheadMs),
    ahead_by: formatDuration(aheadMs),
  }
  return { status: 200, body: JSON.stringify(clock) }
}
