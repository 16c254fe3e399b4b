import { Agent, request } from 'node:http'

export interface Exchange {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

/** One keep-alive connection, as a client in the field holds it: what breaks on it is seen, never papered over. */
export interface Connection {
  /** Rejects when the connection breaks or the answer does not arrive whole. */
  exchange(
    method: 'GET' | 'POST',
    url: string,
    headers: Readonly<Record<string, string>>,
    body?: string,
  ): Promise<Exchange>
  close(): void
}

const patienceMs = 60_000

export function openConnection(): Connection {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    exchange: (method, url, headers, body) =>
      new Promise((resolve, reject) => {
        const outgoing = request(url, { method, agent, headers: { ...headers } }, (incoming) => {
          const chunks: Buffer[] = []
          incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
          incoming.on('error', reject)
          // Also the end of an answer that was cut short; a promise that is settled stays so.
          incoming.on('close', () => reject(new Error('the answer was cut short')))
          incoming.on('end', () => {
            if (!incoming.complete) return
            const text = Buffer.concat(chunks).toString()
            resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text })
          })
        })
        outgoing.setTimeout(patienceMs, () => outgoing.destroy(new Error('no answer in 60 s')))
        outgoing.on('error', reject)
        outgoing.end(body)
      }),
    close: () => agent.destroy(),
  }
}
