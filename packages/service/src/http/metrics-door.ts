import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CannotStart } from '../kernel/cannot-start.ts'
import type { Log } from '../kernel/log.ts'
import { metricsType } from '../metrics/metrics.ts'

export interface MetricsDoor {
  readonly url: string
  close(): Promise<void>
}

/** `GET /metrics` on a port of its own, which the public door never serves: figures tell a stranger about the operator. */
export async function openMetricsDoor(options: {
  readonly host: string
  readonly port: number
  readonly log: Log
  readonly text: () => Promise<string>
}): Promise<MetricsDoor> {
  const { host, port, log } = options
  const server = createServer((request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') {
      response.writeHead(404).end()
      return
    }
    options.text().then(
      (text) => response.writeHead(200, { 'Content-Type': metricsType }).end(text),
      (error: unknown) => {
        log.warn('metrics could not be gathered', { error })
        response.writeHead(503).end()
      },
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  }).catch((error: NodeJS.ErrnoException) => {
    throw new CannotStart(
      `Cannot serve metrics on ${host}:${port} (${error.code}): set ASSENT_METRICS_PORT and ASSENT_METRICS_HOST.`,
    )
  })
  const { port: taken } = server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}/metrics`,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
