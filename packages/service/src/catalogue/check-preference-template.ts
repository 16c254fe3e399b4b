import { z } from 'zod'

/** As one record may set them all at once (contract section 9). */
const topicsMax = 50

/** What is read here. A part that is wrong in itself is told elsewhere and counts as absent. */
const texts = z.record(z.string(), z.unknown()).optional().catch(undefined)
const readable = z.object({
  languages: z
    .object({ available: z.array(z.string()) })
    .optional()
    .catch(undefined),
  preference_template: z
    .object({
      sections: z.record(
        z.string(),
        z
          .object({
            texts,
            topics: z
              .record(
                z.string(),
                z.object({ texts, options: z.record(z.string(), texts).catch({}) }).catch({ options: {} }),
              )
              .catch({}),
          })
          .catch({ topics: {} }),
      ),
    })
    .optional()
    .catch(undefined),
})

type Path = (string | number)[]
type Report = (path: Path, message: string, hint: string) => void

/** What the preference template must agree on with the rest of the file, and with itself. */
export function checkPreferenceTemplate(value: unknown, context: z.RefinementCtx): void {
  const { data: file } = readable.safeParse(value)
  if (file?.preference_template === undefined) return
  const report: Report = (path, message, hint) =>
    context.addIssue({ code: 'custom', path: ['preference_template', ...path], message, params: { hint } })
  const seen = new Map<string, string>()
  const available = file.languages?.available ?? []
  for (const [key, section] of Object.entries(file.preference_template.sections)) {
    const at = ['sections', key]
    checkLanguages(section.texts, available, [...at, 'texts'], report)
    if (Object.keys(section.topics).length === 0)
      report([...at, 'topics'], 'is empty', 'A section without a topic says nothing: take it out.')
    for (const [name, topic] of Object.entries(section.topics)) {
      const first = seen.get(name)
      if (first === undefined) seen.set(name, key)
      else report([...at, 'topics', name], `is there already, in ${first}`, 'A key names one topic.')
      checkLanguages(topic.texts, available, [...at, 'topics', name, 'texts'], report)
      for (const [option, names] of Object.entries(topic.options))
        checkLanguages(names, available, [...at, 'topics', name, 'options', option], report)
    }
  }
  if (seen.size === 0) report(['sections'], 'holds no topic', 'Name one, or leave preference_template out.')
  if (seen.size > topicsMax)
    report(['sections'], `holds more than ${topicsMax} topics`, 'Nobody reads a page of that length.')
}

function checkLanguages(
  written: Readonly<Record<string, unknown>> | undefined,
  available: readonly string[],
  path: Path,
  report: Report,
): void {
  if (written === undefined) return
  for (const language of available.filter((tag) => !Object.hasOwn(written, tag)))
    report(
      [...path, language],
      'is missing',
      'Each language of the file needs a text: nobody can agree to one they cannot read.',
    )
  for (const language of Object.keys(written).filter((tag) => !available.includes(tag)))
    report(
      [...path, language],
      'is not among languages.available',
      'Add the language there, or take this text out.',
    )
}
