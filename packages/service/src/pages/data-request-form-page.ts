import { openFromPortal } from '../data-requests/open-from-portal.ts'
import { type DataRequestTexts, dataRequestTextsIn } from '../delivery/data-request-texts.ts'
import { type DataRequestType, dataRequestTypes } from '../domain/data-request.ts'
import { type EmailAddress, readEmailAddress } from '../domain/email-address.ts'
import type { Environment } from '../domain/scope.ts'
import type { HostedPage, PageAnswer, PageCall } from '../http/hosted-page.ts'
import { html, isolated, link, type Markup } from '../http/html.ts'
import { caRegionCodes, countryCodes, usRegionCodes } from '../regimes/iso-3166.ts'
import { type Place, parsePlace } from '../regimes/place.ts'
import { inTimeOf, type Service } from '../service.ts'
import type { EnvironmentSettings } from '../store/settings.ts'
import {
  type DataRequestPageTexts,
  dataRequestPageLanguages,
  dataRequestPageTextsIn,
} from './data-request-page-texts.ts'
import { linkNotFound } from './link-not-found.ts'
import { noticePage } from './notice-page.ts'

type Field = 'type' | 'email' | 'details'
type Faults = Partial<Record<Field, string>>

const detailsMax = 4000

/** Where somebody asks for a right of theirs, without an account and without a script. */
export const dataRequestFormPage: HostedPage = {
  path: '/p/:environment/data-requests',

  async show(service, call) {
    const environment = environmentOf(service, call)
    const texts = dataRequestPageTextsIn(call.language)
    return environment === undefined ? linkNotFound(texts) : formPage(environment, call, texts, {})
  },

  async press(everywhere, call) {
    const environment = environmentOf(everywhere, call)
    const texts = dataRequestPageTextsIn(call.language)
    if (environment === undefined) return linkNotFound(texts)
    const read = readForm(call.form, texts)
    if ('faults' in read) return formPage(environment, call, texts, read.faults)
    const { type, email, place, details } = read
    const service = inTimeOf(everywhere, environment)
    await openFromPortal(service, environment, {
      email,
      request: {
        type,
        ...place,
        channel: 'portal',
        requester: 'self',
        receivedAt: service.clock.now(),
      },
      personal: { email, ref: null, details, language: texts.language },
    })
    // The same words whoever it was, and however many mails this mailbox had.
    return noticePage(texts, { status: 200, title: texts.sentTitle, text: texts.sentText })
  },

  isMailing: true,
}

function environmentOf(service: Service, { params }: PageCall): EnvironmentSettings | undefined {
  return [...service.settings.current.environments.values()].find(
    ({ scope }) => scope.environment === params['environment'],
  )
}

interface ReadForm {
  readonly type: DataRequestType
  readonly email: EmailAddress
  readonly place: Place
  readonly details: string | null
}

function readForm(
  form: URLSearchParams,
  texts: DataRequestPageTexts,
): ReadForm | { readonly faults: Faults } {
  const type = dataRequestTypes.find((known) => known === form.get('type'))
  const email = readEmailAddress(form.get('email') ?? '')
  const details = (form.get('details') ?? '').replaceAll('\u0000', '').trim()
  const isLong = details.length > detailsMax
  if (type === undefined || typeof email !== 'string' || isLong)
    return {
      faults: {
        ...(type === undefined ? { type: texts.faultType } : {}),
        ...(typeof email === 'string' ? {} : { email: texts.faultEmail }),
        ...(isLong ? { details: texts.faultDetails } : {}),
      },
    }
  // Chosen from our own list; whatever else was sent is nowhere, where the strictest law counts.
  const parsed = parsePlace(form.get('place') || null, null)
  const place = 'place' in parsed ? parsed.place : { country: null, region: null }
  return { type, email, place, details: details === '' ? null : details }
}

function formPage(
  { catalogue, scope }: EnvironmentSettings,
  { form }: PageCall,
  texts: DataRequestPageTexts,
  faults: Faults,
): PageAnswer {
  const words = dataRequestTextsIn(texts.language)
  const { controller } = catalogue
  const hasFaults = Object.keys(faults).length > 0
  return {
    status: hasFaults ? 422 : 200,
    language: texts.language,
    direction: texts.direction,
    title: texts.formTitle,
    body: html`<header>
<p class="kicker">${isolated(controller.name)}</p>
<h1>${texts.formTitle}</h1>
<p>${texts.formAbout(controller.name)}</p>
${scope.environment === 'test' ? html`<p class="notice">${texts.testData}</p>` : undefined}
</header>
<main>
${hasFaults ? faultList(texts, faults) : undefined}
<form method="post" action="${formUrl(scope.environment, texts.language)}">
<fieldset${typeFault(faults)}>
<legend>${texts.what}</legend>
${faults.type === undefined ? undefined : html`<p class="fault" id="type-fault">${faults.type}</p>`}
${dataRequestTypes.map((type, index) => choice(words, type, index, form))}
</fieldset>
<label for="email">${texts.email}</label>
<p class="hint" id="email-hint">${texts.emailHint}</p>
${faults.email === undefined ? undefined : html`<p class="fault" id="email-fault">${faults.email}</p>`}
<input id="email" name="email" type="email" autocomplete="email" required maxlength="254" value="${form.get('email') ?? ''}" aria-describedby="${faults.email === undefined ? 'email-hint' : 'email-hint email-fault'}" aria-invalid="${String(faults.email !== undefined)}">
<label for="place">${texts.place}</label>
<p class="hint" id="place-hint">${texts.placeHint}</p>
<select id="place" name="place" autocomplete="country" aria-describedby="place-hint">
<option value="">${texts.placeUnknown}</option>
${placesIn(texts.language).map(({ code, name }) => option(code, name, form.get('place')))}
</select>
<label for="details">${texts.details}</label>
<p class="hint" id="details-hint">${texts.detailsHint}</p>
${faults.details === undefined ? undefined : html`<p class="fault" id="details-fault">${faults.details}</p>`}
<textarea id="details" name="details" rows="5" aria-describedby="${faults.details === undefined ? 'details-hint' : 'details-hint details-fault'}" aria-invalid="${String(faults.details !== undefined)}">${form.get('details') ?? ''}</textarea>
<button class="main">${texts.send}</button>
</form>
</main>
<footer>
${languageMenu(texts, `/p/${scope.environment}/data-requests`)}
<p>${isolated(controller.name)}, ${isolated(controller.address)}</p>
${controller.privacy_policy_url === null ? undefined : html`<p>${link(controller.privacy_policy_url)}</p>`}
</footer>`,
  }
}

function faultList(texts: DataRequestPageTexts, faults: Faults): Markup {
  return html`<div class="notice" role="alert">
<p>${texts.faults}</p>
<ul>${Object.entries(faults).map(
    ([field, text]) => html`<li><a href="#${field === 'type' ? 'type-0' : field}">${text}</a></li>`,
  )}</ul>
</div>`
}

function typeFault(faults: Faults): Markup | undefined {
  return faults.type === undefined ? undefined : html` aria-describedby="type-fault"`
}

function choice(
  words: DataRequestTexts,
  type: DataRequestType,
  index: number,
  form: URLSearchParams,
): Markup {
  const checked = form.get('type') === type ? html` checked` : undefined
  return html`<label class="choice"><input type="radio" id="type-${index}" name="type" value="${type}" required${checked}> ${words.types[type]}</label>`
}

function option(code: string, name: string, chosen: string | null): Markup {
  return html`<option value="${code}"${code === chosen ? html` selected` : undefined}>${name}</option>`
}

const places = new Map<string, readonly { readonly code: string; readonly name: string }[]>()

/** Countries by their names in a language, and the regions that have laws of their own. */
function placesIn(language: string): readonly { readonly code: string; readonly name: string }[] {
  let known = places.get(language)
  if (known === undefined) {
    const names = new Intl.DisplayNames([language], { type: 'region' })
    const named = (country: string) => names.of(country) ?? country
    const regionsOf = (country: string, regions: readonly string[]) =>
      regions.map((region) => ({ code: `${country}-${region}`, name: `${named(country)}: ${region}` }))
    known = [
      ...countryCodes.map((code) => ({ code, name: named(code) })),
      ...regionsOf('US', usRegionCodes),
      ...regionsOf('CA', caRegionCodes),
    ].sort((one, other) => one.name.localeCompare(other.name, language))
    places.set(language, known)
  }
  return known
}

/** Where the form of an environment stands. */
export function formUrl(environment: Environment, language: string): string {
  return `/p/${environment}/data-requests?language=${language}`
}

/** The same page in each language that it has. */
export function languageMenu(texts: DataRequestPageTexts, path: string): Markup {
  return html`<nav aria-label="${texts.otherLanguages}"><ul class="row" role="list">${dataRequestPageLanguages
    .filter((language) => language !== texts.language)
    .map(
      (language) =>
        html`<li><a href="${`${path}?language=${language}`}" hreflang="${language}" lang="${language}">${new Intl.DisplayNames([language], { type: 'language' }).of(language)}</a></li>`,
    )}</ul></nav>`
}
