// What node:http can do at most: parse the body and send it back, or send a fixed answer of the size that a read has,
// or say that nothing has changed.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What else the answer to a read says in its header. */
const head = JSON.parse(process.argv[3] ?? '{}') as Readonly<Record<string, string>>
const readAnswer = 'x'.repeat(Number(process.argv[2] ?? 3600))

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    if (request.headers['if-none-match'] !== undefined) {
      response.writeHead(304, head)
      response.end()
      return
    }
    const body = { 'Content-Type': 'application/json', 'Content-Length': readAnswer.length }
    response.writeHead(200, { ...head, ...body })
    response.end(readAnswer)
    return
  }
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const body = JSON.stringify(JSON.parse(Buffer.concat(chunks).toString()))
    response.writeHead(201, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
    response.end(body)
  })
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
