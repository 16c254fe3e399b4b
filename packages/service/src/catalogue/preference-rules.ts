import { z } from 'zod'

/** What is read here. A part that is wrong in itself is told elsewhere and counts as absent. */
const readable = z.object({
  type: z.string().catch(''),
  channels: z.array(z.string()).catch([]),
  options: z.record(z.string(), z.unknown()).catch({}),
  default: z
    .union([z.boolean(), z.string(), z.array(z.string())])
    .optional()
    .catch(undefined),
  double_opt_in: z.boolean().catch(false),
})
type Readable = z.output<typeof readable>

type Report = (path: (string | number)[], message: string, hint: string) => void

/** What no member of a topic can see alone, and the dark patterns among defaults. */
export function checkPreferenceRules(value: unknown, context: z.RefinementCtx): void {
  const { data: topic } = readable.safeParse(value)
  if (topic === undefined) return
  const report: Report = (path, message, hint) =>
    context.addIssue({ code: 'custom', path, message, params: { hint } })
  checkOptions(topic, report)
  checkDefault(topic, report)
  checkDoubleOptIn(topic, report)
}

function checkOptions({ type, options }: Readable, report: Report): void {
  const count = Object.keys(options).length
  if (type === 'boolean' && count > 0)
    report(
      ['options'],
      'do not go with a boolean topic',
      'Make it a select or multi_select, or take them out.',
    )
  if (type === 'select' && count < 2)
    report(['options'], 'must be at least two', 'A choice has two sides: GDPR Art. 4(11), "freely given".')
  if (type === 'multi_select' && count < 1)
    report(['options'], 'must be at least one', 'Name what can be chosen.')
}

function checkDefault({ type, options, default: initial }: Readable, report: Report): void {
  if (initial === undefined) return
  const isOption = (key: string) => Object.hasOwn(options, key)
  if (type === 'boolean' && typeof initial !== 'boolean')
    report(['default'], 'must be true or false', 'The topic is boolean.')
  if (type === 'select' && !(typeof initial === 'string' && isOption(initial)))
    report(['default'], 'is none of the options', 'Name the key of one.')
  if (type === 'multi_select' && !(Array.isArray(initial) && initial.every(isOption)))
    report(['default'], 'must be a list out of the options', 'Name their keys, or leave it out for none.')
}

function checkDoubleOptIn(
  { type, channels, default: initial, double_opt_in }: Readable,
  report: Report,
): void {
  if (!double_opt_in) return
  if (channels.length !== 1 || channels[0] !== 'email')
    report(
      ['double_opt_in'],
      'needs the channel email and no other',
      'A link in an e-mail proves a mailbox and nothing else: give other channels a topic of their own.',
    )
  if (type === 'select')
    report(
      ['double_opt_in'],
      'does not go with a select',
      'A select has no value that means no: make it boolean.',
    )
  if (initial === true || (Array.isArray(initial) && initial.length > 0))
    report(
      ['default'],
      'is on, although it must be confirmed',
      'What is ticked in advance is no consent (CJEU C-673/17, Planet49), and nobody has confirmed it: leave it out.',
    )
}
