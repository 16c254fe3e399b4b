import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'

const source = join(import.meta.dirname, '..')
const root = join(source, '../../..')
const copy = mkdtempSync(join(tmpdir(), 'assent-new-law-'))
after(() => rmSync(copy, { recursive: true, force: true }))

const madeUp = `import { gdpr } from '../gdpr/gdpr.ts'
import { law, type Regime } from '../regime.ts'

const [edition] = gdpr.editions.slice(-1)
if (edition === undefined) throw new Error('no edition')

export const keDraft: Regime = {
  key: 'ke_draft',
  name: 'A law that there is not',
  authority: 'nobody',
  law: law('A law that there is not', 's. 1', 'https://law.example'),
  places: [{ country: 'KE' }],
  editions: [{ ...edition, version: 1, effectiveFrom: '2027-07-01', ageOfConsent: 17 }],
}
`

const question = `import { regimes } from './regimes/regimes.ts'
import { createPolicyResolver } from './regimes/resolve-policy.ts'
const { resolve } = createPolicyResolver(regimes, { overrides: [], overridesVersion: 0 })
const ask = (day) => resolve({ country: 'KE', region: null, at: Date.parse(day) })
const names = ({ regime, matchedBy, ageOfConsent, version }) => [regime, matchedBy, ageOfConsent, version]
console.log(JSON.stringify([names(ask('2027-06-30')), names(ask('2027-07-01'))]))
`

test('a new law is one folder, and one line (with its import) in the table', () => {
  for (const folder of ['kernel', 'domain', 'regimes'])
    cpSync(join(source, folder), join(copy, folder), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  writeFileSync(join(copy, 'package.json'), '{"type":"module"}')

  mkdirSync(join(copy, 'regimes/ke-draft'))
  writeFileSync(join(copy, 'regimes/ke-draft/ke-draft.ts'), madeUp)
  const table = join(copy, 'regimes/regimes.ts')
  const text = readFileSync(table, 'utf8')
  writeFileSync(
    table,
    `import { keDraft } from './ke-draft/ke-draft.ts'\n${text.replace('  krPipa,\n', '  krPipa,\n  keDraft,\n')}`,
  )

  writeFileSync(join(copy, 'question.ts'), question)
  const answer = execFileSync(process.execPath, [join(copy, 'question.ts')], { encoding: 'utf8' })
  assert.deepEqual(JSON.parse(answer), [
    ['strictest', 'default', 20, 1],
    ['ke_draft', 'country', 17, 2],
  ])
})
