// npm run bench:documents: what a page loads before it asks, beside node:http sending the same answer, which it has at hand.
import { type Candidate, compare, openStage, print, printTable } from './stage.ts'

const documents = ['/v1/policy?country=DE', '/v1/banner?country=DE&language=de']

await using stage = await openStage()
const assent = await stage.start('Assent', 'assent.ts', [await stage.makeDatabase('bench_documents')])

for (const path of documents) {
  const { bytes, etag, head } = await fetchOnce(assent, path)
  const ceiling = await stage.start('ceiling: node:http, the same answer', 'ceiling.ts', [
    String(bytes),
    head,
  ])
  const order = { kind: 'read', path, series: 'd', connections: 64, seconds: 2, first: 0, known: 1 } as const
  print(`\n${path}, ${bytes} bytes`)
  printTable(await compare(stage, [ceiling, assent], 3, () => order))
  print(`\n${path}, unchanged: 304`)
  const headers = `If-None-Match: ${etag}\r\n`
  printTable(await compare(stage, [ceiling, assent], 3, () => ({ ...order, headers })))
  ceiling.process.kill()
}

interface Sample {
  readonly bytes: number
  readonly etag: string
  /** The header fields that are ours to send, as JSON. */
  readonly head: string
}

async function fetchOnce({ port, key }: Candidate, path: string): Promise<Sample> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { Authorization: `Bearer ${key}` },
  })
  const etag = response.headers.get('etag')
  if (!response.ok || etag === null) throw new Error(`${path}: ${response.status}`)
  const bytes = (await response.arrayBuffer()).byteLength
  const ofNode = ['date', 'connection', 'keep-alive', 'content-type', 'content-length']
  const head = Object.fromEntries([...response.headers].filter(([name]) => !ofNode.includes(name)))
  return { bytes, etag, head: JSON.stringify(head) }
}
