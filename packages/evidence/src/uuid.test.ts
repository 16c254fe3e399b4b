import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Malformed } from './malformed.ts'
import { formatUuid, isUuidV7, parseUuid } from './uuid.ts'
import { UuidSet } from './uuid-set.ts'

// RFC 9562, appendix A.6.
const example = '017f22e2-79b0-7cc3-98c4-dc0c0c07398f'

test('the example of RFC 9562', () => {
  assert.equal(Buffer.from(parseUuid(example)).toString('hex'), example.replaceAll('-', ''))
  assert.equal(formatUuid(parseUuid(example)), example)
})

test('other forms and versions are refused', () => {
  const others = [
    example.toUpperCase(),
    example.replace('7cc3', '4cc3'),
    example.replace('98c4', 'c8c4'),
    example.replaceAll('-', ''),
    `{${example}}`,
    ` ${example}`,
    '',
  ]
  for (const other of others) {
    assert.equal(isUuidV7(other), false)
    assert.throws(() => parseUuid(other), Malformed)
  }
})

test('a set says of each UUID whether it is new, however many there are', () => {
  const set = new UuidSet()
  const uuids = Array.from(
    { length: 10_000 },
    (_, i) => `${example.slice(0, -5)}${i.toString(16).padStart(5, '0')}`,
  )
  for (const uuid of uuids) assert.equal(set.add(uuid), true)
  for (const uuid of uuids) assert.equal(set.add(uuid), false)
})
