// The least that can be called recording: raw node:http, one INSERT of the body a request, a pool of 16.

import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.argv[2], max: 16 })
await pool.query(
  'CREATE TABLE IF NOT EXISTS bare (id uuid PRIMARY KEY, body jsonb NOT NULL, at timestamptz NOT NULL)',
)

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const body = Buffer.concat(chunks).toString()
    JSON.parse(body)
    const id = randomUUID()
    pool
      .query({
        name: 'insert',
        text: 'INSERT INTO bare (id, body, at) VALUES ($1, $2, $3)',
        values: [id, body, new Date().toISOString()],
      })
      .then(() => {
        const answer = JSON.stringify({ id })
        response.writeHead(201, { 'Content-Type': 'application/json', 'Content-Length': answer.length })
        response.end(answer)
      })
  })
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
