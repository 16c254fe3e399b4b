import { findArchiveByLink } from '../data-requests/find-by-link.ts'
import { openArchive } from '../data-requests/make-archive.ts'
import { dataRequestTextsIn } from '../delivery/data-request-texts.ts'
import type { HostedPage } from '../http/hosted-page.ts'
import { html } from '../http/html.ts'
import { inTimeOf } from '../service.ts'
import { fetchArchive, hasArchive } from '../store/data-request-archives.ts'
import { dataRequestPageTextsIn } from './data-request-page-texts.ts'
import { linkNotFound } from './link-not-found.ts'
import { noticePage } from './notice-page.ts'

/** Where the data of an access request are fetched, once: by a button, since scanners of mail open links. */
export const dataRequestArchivePage: HostedPage = {
  path: '/p/data-requests/archives/:token',

  async show(service, { params, language }) {
    const texts = dataRequestPageTextsIn(language)
    const found = await findArchiveByLink(service, params['token'] ?? '')
    if (found === undefined) return linkNotFound(texts)
    const { environment, stored } = found
    const { pool, clock } = inTimeOf(service, environment)
    const isThere = await hasArchive(pool, environment.scope, stored, clock.now())
    if (!isThere)
      return noticePage(texts, { status: 410, title: texts.archiveTitle, text: texts.archiveGone })
    const button = html`<form method="post"><button class="main">${dataRequestTextsIn(language).fetchAction}</button></form>`
    return noticePage(texts, { status: 200, title: texts.archiveTitle, text: texts.archiveText }, button)
  },

  async press(service, { params, language }) {
    const texts = dataRequestPageTextsIn(language)
    const found = await findArchiveByLink(service, params['token'] ?? '')
    if (found === undefined) return linkNotFound(texts)
    const { environment, stored } = found
    const { pool, clock } = inTimeOf(service, environment)
    const sealed = await fetchArchive(pool, environment.scope, stored, clock.now())
    if (sealed === undefined)
      return noticePage(texts, { status: 410, title: texts.archiveTitle, text: texts.archiveGone })
    return {
      file: openArchive(service.masterKey, stored.requestId, sealed),
      type: 'application/zip',
      name: 'assent-archive.zip',
    }
  },
}
