// A writer that waits at random between its inserts and its COMMIT, as a busy database makes writers wait. Each record
// also takes a number of a sequence, for the naive cursor that the test wants to see fail.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { someLeaves } from '../some-leaves.ts'

const [url = '', environmentId = '1', seconds = '5'] = process.argv.slice(2)
const client = new pg.Client({ connectionString: url })
await client.connect()
const end = Date.now() + Number(seconds) * 1000
const acknowledged: string[] = []
while (Date.now() < end) {
  const { batchId, leaves, ids } = someLeaves(1 + Math.floor(Math.random() * 4))
  await client.query('BEGIN')
  await client.query(
    'INSERT INTO pending_batches (route_key, batch_id, env_id, leaves) VALUES ($1::uuid, $2::uuid, $3::int, $4::bytea)',
    [randomBytes(16).toString('hex'), batchId, Number(environmentId), leaves],
  )
  for (const id of ids) await client.query('INSERT INTO naive (record_id) VALUES ($1::uuid)', [id])
  await new Promise((resolve) => setTimeout(resolve, Math.random() * Math.random() * 60))
  await client.query('COMMIT')
  acknowledged.push(...ids)
}
await client.end()
process.stdout.write(JSON.stringify(acknowledged))
