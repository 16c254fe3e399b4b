import { z } from 'zod'
import { builtInBannerText } from '../domain/built-in-banner-texts.ts'

/** What is read here. A part that is wrong in itself is told elsewhere and counts as absent. */
const readable = z.object({
  languages: z
    .object({ available: z.array(z.string()) })
    .optional()
    .catch(undefined),
  controller: z.object({ privacy_policy_url: z.string().nullish() }).catch({}),
  purposes: z
    .record(z.string(), z.object({ category: z.string(), legal_basis: z.string() }).catch(unreadable))
    .catch({}),
  banner: z
    .object({
      links: z.object({ privacy_policy: z.string().optional() }).catch({}),
      texts: z.record(z.string(), z.unknown()).catch({}),
      purposes: z.array(z.string()).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
  cookies: z
    .array(
      z
        .object({
          name: z.string().catch(''),
          purpose: z.string().nullish().catch(null),
          description: z.record(z.string(), z.unknown()).optional().catch(undefined),
        })
        .catch({ name: '' }),
    )
    .catch([]),
})
type Readable = z.output<typeof readable>

function unreadable() {
  return { category: '', legal_basis: '' }
}

type Report = (path: (string | number)[], message: string, hint: string) => void

/** What banner and cookies must agree on with the rest of the file. */
export function checkBannerAndCookies(value: unknown, context: z.RefinementCtx): void {
  const { data: file } = readable.safeParse(value)
  if (file === undefined) return
  const report: Report = (path, message, hint) =>
    context.addIssue({ code: 'custom', path, message, params: { hint } })
  checkPurposes(file, report)
  checkLinks(file, report)
  checkLanguages(file, report)
}

function checkPurposes({ banner, cookies, purposes }: Readable, report: Report): void {
  const unknown = (key: string) => !Object.hasOwn(purposes, key)
  banner?.purposes?.forEach((key, index) => {
    if (unknown(key))
      report(['banner', 'purposes', index], 'is no purpose of this file', 'Name one, or take it out.')
    else if (!isAsked(purposes[key]))
      report(
        ['banner', 'purposes', index],
        'cannot be refused',
        'A banner that asks for what happens anyway misleads (EDPB Guidelines 05/2020, 122): take it out.',
      )
  })
  const missing = new Set<string>()
  cookies.forEach(({ name, purpose }, index) => {
    if (purpose === null || purpose === undefined) return
    if (unknown(purpose))
      report(['cookies', index, 'purpose'], 'is no purpose of this file', 'Name one that is.')
    else if (banner?.purposes !== undefined && purposes[purpose]?.legal_basis === 'consent') {
      if (banner.purposes.includes(purpose) || missing.has(purpose)) return
      missing.add(purpose)
      report(
        ['banner', 'purposes'],
        `leaves out ${purpose}, for which ${name} is stored`,
        'What is stored on a device is asked for first, by purpose (ePrivacy Directive Art. 5(3); EDPB Guidelines 05/2020, 55): add it.',
      )
    }
  })
}

function isAsked(purpose: Readable['purposes'][string] | undefined): boolean {
  return purpose === undefined || ['', 'consent', 'legitimate_interest'].includes(purpose.legal_basis)
}

function checkLinks({ banner, controller }: Readable, report: Report): void {
  if (banner === undefined || (banner.links.privacy_policy ?? controller.privacy_policy_url) != null) return
  report(
    ['banner', 'links', 'privacy_policy'],
    'is missing',
    'Consent is informed, and people must be able to read on (GDPR Art. 4(11), 13; EDPB Guidelines 03/2022, "dead end"): name the page here or in controller.privacy_policy_url.',
  )
}

function checkLanguages({ languages, banner, cookies }: Readable, report: Report): void {
  if (languages === undefined) return
  const { available } = languages
  for (const language of Object.keys(banner?.texts ?? {}).filter((tag) => !available.includes(tag)))
    report(
      ['banner', 'texts', language],
      'is not among languages.available',
      'Add the language there, or take this text out.',
    )
  for (const language of available)
    if (builtInBannerText(language) === undefined && !isComplete(banner?.texts[language]))
      report(
        ['banner', 'texts', language],
        'needs every word: there is no built-in text in this language',
        'Give title, body, the four buttons and the three links: nobody can agree to what they cannot read.',
      )
  cookies.forEach(({ description }, index) => {
    if (description === undefined) return
    for (const language of available.filter((tag) => !Object.hasOwn(description, tag)))
      report(
        ['cookies', index, 'description', language],
        'is missing',
        'Each language of the file needs a description: nobody can agree to what they cannot read.',
      )
  })
}

const every = z.object({
  title: z.string(),
  body: z.string(),
  buttons: z.object({
    accept_all: z.string(),
    reject_all: z.string(),
    customize: z.string(),
    save: z.string(),
  }),
  links: z.object({ privacy_policy: z.string(), imprint: z.string(), cookies: z.string() }),
})

function isComplete(text: unknown): boolean {
  return every.safeParse(text).success
}
