import { findTopic, type Topic, templateOf } from '../domain/preference-template.ts'
import { readUnsubscribeToken, type UnsubscribeLink } from '../domain/unsubscribe-link.ts'
import type { HostedPage, PageAnswer } from '../http/hosted-page.ts'
import { html } from '../http/html.ts'
import { endPreference } from '../ledger/end-preference.ts'
import { inTimeOf, type Service } from '../service.ts'
import type { EnvironmentSettings } from '../store/settings.ts'
import { overPage } from './confirm-page.ts'
import { confirmPageTextsIn } from './confirm-page-texts.ts'
import { noticePage } from './notice-page.ts'
import { unsubscribeTextsIn } from './unsubscribe-texts.ts'

/**
 * The link at the end of a newsletter. A look at it changes nothing; the button, or the one click of a mail program
 * (RFC 8058), switches that one topic off, without a log-in, a question or a cookie.
 */
export const unsubscribePage: HostedPage = {
  path: '/p/unsubscribe/:token',

  async show(service, { params, language }) {
    const found = findLinked(service, params['token'] ?? '')
    if (found === undefined) return nowhere(language)
    const { texts, title, text } = wordsFor(found, language)
    const button = html`<form method="post"><button class="main">${texts.button}</button></form>`
    return noticePage(texts, { status: 200, title, text }, button)
  },

  async press(everywhere, { params, language }) {
    const found = findLinked(everywhere, params['token'] ?? '')
    if (found === undefined) return nowhere(language)
    const { environment, link, topic } = found
    const service = inTimeOf(everywhere, environment)
    const template = templateOf(environment)
    await endPreference(service, environment, { link, topic, template }, service.clock.now())
    const { texts, name } = wordsFor(found, language)
    return noticePage(texts, { status: 200, title: texts.done, text: texts.doneText(name) })
  },
}

interface Linked {
  readonly environment: EnvironmentSettings
  readonly link: UnsubscribeLink
  readonly topic: Topic
}

/** The link says nothing of its environment: it is of the one under whose secret its code holds. */
function findLinked({ settings }: Service, token: string): Linked | undefined {
  for (const environment of settings.current.environments.values()) {
    const link = readUnsubscribeToken(environment.routing, token)
    const template = environment.catalogue.preferenceTemplate
    const topic = link && template && findTopic(template, link.key)
    if (link !== undefined && topic !== undefined) return { environment, link, topic }
  }
  return undefined
}

function wordsFor({ environment, topic }: Linked, language: string) {
  const texts = unsubscribeTextsIn(language)
  const { controller, defaultLanguage } = environment.catalogue
  const name = (topic.texts[texts.language] ?? topic.texts[defaultLanguage])?.name ?? topic.key
  return { texts, name, title: texts.title(name), text: texts.text(name, controller.name) }
}

function nowhere(language: string): PageAnswer {
  return overPage({ kind: 'unknown' }, confirmPageTextsIn(language))
}
