import { z } from 'zod'
import { bannerButtons } from '../domain/banner.ts'
import { contrast } from './contrast.ts'
import { defaultTheme } from './default-theme.ts'

const colour = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/)
  .optional()
  .catch(undefined)
const colours = z.object({ background: colour, text: colour }).catch({})
const buttonTexts = z
  .object({ accept_all: z.string().optional(), reject_all: z.string().optional() })
  .catch({})

/** What the rules read. A part that is wrong in itself is told elsewhere and counts as absent here. */
const readable = z.object({
  layout: z.object({ first_layer: z.array(z.string()).optional().catch(undefined) }).catch({}),
  theme: z
    .object({
      background: colour,
      text: colour,
      link: colour,
      buttons: z
        .object(Object.fromEntries(bannerButtons.map((name) => [name, colours.optional()])))
        .catch({}),
    })
    .catch({ buttons: {} }),
  texts: z.record(z.string(), z.object({ buttons: buttonTexts }).catch({ buttons: {} })).catch({}),
  preselected: z.array(z.string()).catch([]),
})
type Entry = z.output<typeof readable>

type Report = (path: (string | number)[], message: string, hint: string) => void

/** WCAG 2.2 success criterion 1.4.3, level AA, for text of usual size. */
const contrastMin = 4.5

/** The dark patterns that authorities have named; beside the checks of form, so that all faults are told at once. */
export function checkBannerRules(value: unknown, context: z.RefinementCtx): void {
  const { data: entry } = readable.safeParse(value)
  if (entry === undefined) return
  const report: Report = (path, message, hint) =>
    context.addIssue({ code: 'custom', path, message, params: { hint } })
  checkFirstLayer(entry, report)
  checkButtons(entry, report)
  checkContrast(entry, report)
  entry.preselected.forEach((_, index) => {
    report(
      ['preselected', index],
      'is ticked before the person has done anything',
      'A pre-ticked box is no consent (CJEU C-673/17, Planet49, 62-63; GDPR recital 32): take it out.',
    )
  })
}

function checkFirstLayer({ layout: { first_layer } }: Entry, report: Report): void {
  if (first_layer === undefined) return
  const has = (button: string) => first_layer.includes(button)
  if (has('accept_all') && !has('reject_all'))
    report(
      ['layout', 'first_layer'],
      'offers accept_all without reject_all',
      'Refusing must be as easy as accepting, on the same layer (EDPB Guidelines 03/2022, "longer than necessary"; CNIL, délibération 2020-092; EDPB Cookie Banner Taskforce report, type A): add reject_all.',
    )
  if (!has('accept_all') && !has('reject_all') && !has('save'))
    report(
      ['layout', 'first_layer'],
      'lets nobody decide',
      'People must be able to answer where they are asked (EDPB Guidelines 03/2022, "dead end"): add reject_all and accept_all.',
    )
  if (has('reject_all') && !has('customize') && !has('save'))
    report(
      ['layout', 'first_layer'],
      'leaves all or nothing',
      'Consent is given purpose by purpose (GDPR recital 43; EDPB Guidelines 05/2020, 42-45): add customize.',
    )
}

function checkButtons({ theme, texts }: Entry, report: Report): void {
  const [accept, reject] = [theme.buttons['accept_all'], theme.buttons['reject_all']]
  const isUnequal = (['background', 'text'] as const).some(
    (part) =>
      (accept?.[part] ?? defaultTheme.buttons.accept_all[part]).toLowerCase() !==
      (reject?.[part] ?? defaultTheme.buttons.reject_all[part]).toLowerCase(),
  )
  if (isUnequal)
    report(
      ['theme', 'buttons', 'reject_all'],
      'reject_all and accept_all do not look alike',
      'No answer may stand out against the other (EDPB Guidelines 03/2022, "hidden in plain sight"; EDPB Cookie Banner Taskforce report, types D and E): give both the same colours.',
    )
  for (const [language, { buttons }] of Object.entries(texts)) {
    const { accept_all: yes, reject_all: no } = buttons
    if (yes !== undefined && yes.trim() === no?.trim())
      report(
        ['texts', language, 'buttons', 'reject_all'],
        'says the same as accept_all',
        'People must see which answer is which (EDPB Guidelines 03/2022, "ambiguous wording").',
      )
  }
}

function checkContrast({ theme }: Entry, report: Report): void {
  const pairs: [path: string[], front: string, back: string][] = [
    [['text'], theme.text ?? defaultTheme.text, theme.background ?? defaultTheme.background],
    [['link'], theme.link ?? defaultTheme.link, theme.background ?? defaultTheme.background],
    ...bannerButtons.map((name): [string[], string, string] => {
      const button = theme.buttons[name]
      const built = defaultTheme.buttons[name]
      return [['buttons', name, 'text'], button?.text ?? built.text, button?.background ?? built.background]
    }),
  ]
  for (const [path, front, back] of pairs) {
    const ratio = contrast(front, back)
    if (ratio < contrastMin)
      report(
        ['theme', ...path],
        `has a contrast of ${(Math.floor(ratio * 100) / 100).toFixed(2)} to 1 against its background`,
        'Text needs 4.5 to 1 (WCAG 2.2, success criterion 1.4.3, level AA; EN 301 549): make it darker, or its background lighter.',
      )
  }
}
