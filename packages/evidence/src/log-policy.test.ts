import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { someSigner, someWitness } from '../test/note-keys.ts'
import { TestLog } from '../test/test-log.ts'
import { openCheckpoint } from './checkpoint.ts'
import { parseLogPolicy, trustOf } from './log-policy.ts'
import { Malformed } from './malformed.ts'
import { formatVerifierKey } from './note-key.ts'
import { noteKeysOf, quorumTime } from './trust.ts'

const signers = [1, 2, 3, 4].map((number) =>
  someWitness(`w${number}.example`, 20 + number, () => 1000 + number),
)
const keys = signers.map(({ key }) => formatVerifierKey(key))
const witnesses = keys.map((key, at) => `witness W${at + 1} ${key} https://w${at + 1}.example/sub`).join('\n')
const twoLevels = `# who is believed
log ${formatVerifierKey(someSigner('log.example', 9).key)}
\t
${witnesses}
group X 2 W1  W2 W3
group X-and-Y all X W4
quorum X-and-Y
`

describe('a policy file (C2SP tlog-policy)', () => {
  test('names logs, witnesses with their URLs, and a quorum of groups in groups', async () => {
    const policy = parseLogPolicy(twoLevels)
    assert.deepEqual(
      policy.logKeys.map(({ name }) => name),
      ['log.example'],
    )
    assert.deepEqual(policy.witnesses.map(({ url }) => url)[3], 'https://w4.example/sub')
    const trust = trustOf(policy)
    assert.equal(noteKeysOf(trust).length, 5)
    const log = new TestLog()
    log.consent({ number: 1 })
    /** When the quorum was reached, with the cosignatures of these. */
    const timeWith = async (...numbers: number[]) => {
      const cosigners = numbers.flatMap((number) => signers[number - 1] ?? [])
      const opened = await openCheckpoint(await log.checkpoint(1, cosigners), noteKeysOf(trust))
      return quorumTime(opened, trust.witnesses)
    }
    assert.equal(await timeWith(1, 2, 4), 1004)
    assert.equal(await timeWith(1, 2, 3), undefined, 'the second group is missing')
    assert.equal(await timeWith(3, 4), undefined, 'one of the first group is too few')
    assert.equal(await timeWith(1, 1, 4), undefined, 'who cosigns twice counts once')
  })

  test('of one witness, and of none', () => {
    assert.equal(trustOf(parseLogPolicy(`witness a ${keys[0]}\nquorum a`)).witnesses?.quorum, 1)
    assert.equal(trustOf(parseLogPolicy('quorum none\n')).witnesses, undefined)
  })

  const wrong: Record<string, string> = {
    'no quorum': witnesses,
    'two quorums': 'quorum none\nquorum none',
    'an unknown word': 'trust me\nquorum none',
    'a name that is defined below': `group g any a\nwitness a ${keys[0]}\nquorum g`,
    'a name twice': `witness a ${keys[0]}\nwitness a ${keys[1]}\nquorum a`,
    'a key twice': `witness a ${keys[0]}\nwitness b ${keys[0]}\nquorum a`,
    'a member of two groups': `witness a ${keys[0]}\ngroup g any a\ngroup h any a\nquorum h`,
    'more than there are': `witness a ${keys[0]}\ngroup g 2 a\nquorum g`,
    'none at all': `witness a ${keys[0]}\ngroup g 0 a\nquorum g`,
    'an empty group': 'group g all\nquorum g',
    'a witness called none': `witness none ${keys[0]}\nquorum none`,
    'a log where a witness belongs': `log ${keys[0]}\nquorum none`,
    'a key that is none': 'witness a b\nquorum a',
  }
  for (const [name, text] of Object.entries(wrong))
    test(`${name} is refused`, () => {
      assert.throws(() => parseLogPolicy(text), Malformed)
    })
})
