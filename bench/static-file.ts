// A file of so many bytes from the disk, as a plain file server sends it: what the vendor list may cost at most.
import { createReadStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const bytes = Number(process.argv[2])
const folder = await mkdtemp(join(tmpdir(), 'assent-static-'))
const file = join(folder, 'list.json')
await writeFile(file, 'x'.repeat(bytes))

const server = createServer((_request, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': bytes })
  createReadStream(file).pipe(response)
})
process.on('SIGTERM', () => void rm(folder, { recursive: true }).finally(() => process.exit(0)))
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
