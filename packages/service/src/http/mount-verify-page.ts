import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Door } from './server.ts'

const file = fileURLToPath(new URL('../../../evidence/verify.html', import.meta.url))

/**
 * `/p/verify`: the page that checks receipts without this server, byte for byte the file that people can save. It asks
 * for nothing, so its own policy is the one that it is served under.
 */
export function mountVerifyPage(): Door {
  const body = readFileSync(file, 'utf8')
  const [, policy = ''] = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(body) ?? []
  return async (app) => {
    app.get('/p/verify', (_request, reply) =>
      reply
        .headers({
          'Content-Security-Policy': `${policy}; frame-ancestors 'none'`,
          'Referrer-Policy': 'no-referrer',
          'Cache-Control': 'public, max-age=3600',
        })
        .type('text/html; charset=utf-8')
        .send(body),
    )
  }
}
