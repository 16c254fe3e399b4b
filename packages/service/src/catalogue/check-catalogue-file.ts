import { z } from 'zod'

/** A consent record carries at most 50 decisions (contract section 9), so that one answer can cover them all. */
const purposesMax = 50

/** What is read here. A part that is wrong in itself is told elsewhere and counts as absent. */
const readable = z.object({
  languages: z
    .object({ default: z.string().optional().catch(undefined), available: z.array(z.string()) })
    .optional()
    .catch(undefined),
  purposes: z.record(z.string(), z.unknown()).catch({}),
  policies: z
    .object({ overrides: z.array(z.object({ country: z.string(), region: z.string().nullish() })) })
    .catch({ overrides: [] }),
})
type Readable = z.output<typeof readable>

const withTexts = z.object({ texts: z.record(z.string(), z.unknown()) })

/** What no part of the file can see alone; beside the checks of form, so that all faults are told at once. */
export function checkCatalogueFile(value: unknown, context: z.RefinementCtx): void {
  const { data: file } = readable.safeParse(value)
  if (file === undefined) return
  const report = (path: (string | number)[], message: string, hint: string) =>
    context.addIssue({ code: 'custom', path, message, params: { hint } })
  if (Object.keys(file.purposes).length > purposesMax)
    report(['purposes'], `holds more than ${purposesMax} purposes`, `One record decides on ${purposesMax}.`)
  if (file.languages !== undefined) checkLanguages(file.languages, file.purposes, report)
  checkPlaces(file.policies.overrides, report)
}

type Report = (path: (string | number)[], message: string, hint: string) => void

function checkLanguages(
  languages: NonNullable<Readable['languages']>,
  purposes: Readable['purposes'],
  report: Report,
): void {
  const { available } = languages
  if (languages.default !== undefined && !available.includes(languages.default))
    report(['languages', 'default'], 'is not among languages.available', 'Add it there.')
  for (const [key, purpose] of Object.entries(purposes)) {
    const { data } = withTexts.safeParse(purpose)
    if (data === undefined) continue
    const written = Object.keys(data.texts)
    for (const language of available.filter((tag) => !written.includes(tag)))
      report(
        ['purposes', key, 'texts', language],
        'is missing',
        'Each language of the file needs a text: nobody can agree to one they cannot read.',
      )
    for (const language of written.filter((tag) => !available.includes(tag)))
      report(
        ['purposes', key, 'texts', language],
        'is not among languages.available',
        'Add the language there, or take this text out.',
      )
  }
}

function checkPlaces(overrides: Readable['policies']['overrides'], report: Report): void {
  const seen = new Set<string>()
  overrides.forEach(({ country, region }, index) => {
    const place = `${country} ${region ?? ''}`
    if (seen.has(place))
      report(['policies', 'overrides', index], 'is the second for this place', 'Put both into one.')
    seen.add(place)
  })
}
