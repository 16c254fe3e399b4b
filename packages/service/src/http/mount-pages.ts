import type { FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { Refusal } from '../kernel/refusal.ts'
import type { Service } from '../service.ts'
import { toRefusal } from './failures.ts'
import type { HostedPage, PageAnswer, PageCall, PageFile } from './hosted-page.ts'
import { html, page, pageHeaders, pageStyle } from './html.ts'
import { refusalStatus } from './refusals.ts'
import type { Door } from './server.ts'

/** What the hosted pages have beside the look of all pages: buttons. */
const style = `${pageStyle}
.kicker { color: var(--quiet); margin-block: 0 .25rem }
form { margin-block-start: 1.5rem }
button { font: inherit; font-weight: 600; min-block-size: 3rem; padding: .6rem 1.5rem; border: 2px solid var(--accent); border-radius: 6px; background: var(--paper); color: var(--accent); cursor: pointer }
button.main { background: var(--accent); color: var(--paper) }
button:hover { text-decoration: underline }
@media (max-width: 30rem) { button { inline-size: 100% } }
form > label, legend { display: block; font-weight: 600; margin-block: 1.5rem 0; padding: 0 }
fieldset { border: 0; margin: 0; padding: 0; min-inline-size: 0 }
.choice { display: flex; gap: .75rem; align-items: baseline; padding-block: .5rem }
input:not([type]), input[type=email], select, textarea { font: inherit; color: inherit; background: var(--paper); inline-size: 100%; min-block-size: 3rem; margin-block-start: .5rem; padding: .6rem .75rem; border: 2px solid var(--quiet); border-radius: 6px }
[aria-invalid=true] { border-color: var(--ink); border-style: dashed }
.fault { font-weight: 600 }
form > button { margin-block-start: 1.5rem }
`
const headers = { ...pageHeaders(style), 'Cache-Control': 'no-store' }
const yearSeconds = 31_536_000
const formBytesMax = 16_384

/** The hosted pages, with what they take from a browser instead of JSON. */
export function mountPages(service: Service, pages: readonly HostedPage[]): Door {
  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    make: (service: Service, call: PageCall) => Promise<PageAnswer | PageFile>,
  ): Promise<FastifyReply> {
    const made = await make(service, callOf(request))
    return 'file' in made ? sendFile(reply, made) : send(service, reply, made)
  }

  return async (app, limits) => {
    // In a scope of its own: what takes forms is no part of the API.
    await app.register(async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.setErrorHandler((error, _request, reply) => sendFault(service, reply, error))
      for (const type of ['application/x-www-form-urlencoded', '*'])
        scope.addContentTypeParser(
          type,
          { parseAs: 'string', bodyLimit: formBytesMax },
          (_request, body, done) => done(null, type === '*' ? '' : body),
        )
      // Before a form is read: whoever is over the limit need not send it.
      scope.addHook('onRequest', async (request) => await limits.countPage(request.ip))
      for (const { path, show, press, isMailing } of pages) {
        scope.get(path, (request, reply) => answer(request, reply, show))
        if (press !== undefined)
          scope.post(path, async (request, reply) => {
            if (isMailing === true) await limits.countUnproved(request.ip)
            return await answer(request, reply, press)
          })
        const allow = press === undefined ? 'GET, HEAD' : 'GET, HEAD, POST'
        scope.route({
          method: ['PUT', 'PATCH', 'DELETE', 'OPTIONS', ...(press === undefined ? (['POST'] as const) : [])],
          url: path,
          onRequest: (_request, _reply, done) =>
            done(
              new Refusal('method_not_allowed', 'This page does not take this method.', {
                headers: { Allow: allow },
              }),
            ),
          handler: () => undefined,
        })
      }
    })
  }
}

function sendFile(reply: FastifyReply, { file, type, name }: PageFile): FastifyReply {
  return reply
    .headers({ 'Cache-Control': 'no-store', 'Content-Disposition': `attachment; filename="${name}"` })
    .type(type)
    .send(file)
}

function callOf(request: FastifyRequest): PageCall {
  const { language } = request.query as { readonly language?: unknown }
  const [preferred = 'en'] = new Negotiator({ headers: request.headers }).languages()
  return {
    params: request.params as Readonly<Record<string, string>>,
    language: typeof language === 'string' && /^[A-Za-z0-9-]{2,35}$/.test(language) ? language : preferred,
    headers: request.headers,
    address: request.ip,
    form: new URLSearchParams(typeof request.body === 'string' ? request.body : ''),
  }
}

/** A fault as people can read it: in English, since what failed may be what knows the language. */
function sendFault(service: Service, reply: FastifyReply, error: unknown): FastifyReply {
  const refusal = toRefusal(error)
  const status = refusalStatus(refusal)
  if (status >= 500)
    service.log.error('a page could not be shown', { code: refusal.code, error: refusal.cause ?? error })
  const body = html`<main>
<h1>${refusal.message}</h1>
<p>${status >= 500 ? 'Nothing of what you do here is lost for good: please try again in a few minutes.' : (refusal.hint ?? '')}</p>
</main>`
  reply.headers(refusal.headers)
  return send(service, reply, { status, title: refusal.message, language: 'en', direction: 'ltr', body })
}

function send(service: Service, reply: FastifyReply, answer: PageAnswer): FastifyReply {
  const { status, title, language, direction, body } = answer
  if (service.issuer().startsWith('https:'))
    reply.header('Strict-Transport-Security', `max-age=${yearSeconds}`)
  return reply
    .code(status)
    .headers({ ...headers, 'Content-Language': language })
    .type('text/html; charset=utf-8')
    .send(page({ title, language, direction, style, body }))
}
