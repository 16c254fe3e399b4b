import { Malformed } from './malformed.ts'
import { type NoteKey, parseVerifierKey } from './note-key.ts'
import type { Trust, WitnessPolicy } from './trust.ts'

/** Which logs and witnesses somebody trusts, as a file (C2SP tlog-policy). */
export interface LogPolicy {
  readonly logKeys: readonly NoteKey[]
  readonly witnesses: readonly PolicyWitness[]
  /** Undefined where the file says `quorum none`. */
  readonly quorum: WitnessPolicy | undefined
}

export interface PolicyWitness {
  readonly key: NoteKey
  /** Where it takes checkpoints (C2SP tlog-witness, "submission prefix"); only the log itself needs it. */
  readonly url: string | undefined
}

/** @throws Malformed with the number of the line that is wrong */
export function parseLogPolicy(text: string): LogPolicy {
  const reader = new PolicyReader()
  for (const [at, line] of text.split('\n').entries()) {
    const words = line.split(/[ \t]+/).filter((word) => word !== '')
    if (words.length === 0 || words[0]?.startsWith('#')) continue
    try {
      reader.read(words)
    } catch (error) {
      if (!(error instanceof Malformed)) throw error
      throw new Malformed(`line ${at + 1} of the policy: ${error.message}`)
    }
  }
  return reader.end()
}

/** What a policy says to whoever verifies. */
export function trustOf({ logKeys, quorum }: LogPolicy): Trust {
  return { logKeys, ...(quorum === undefined ? {} : { witnesses: quorum }) }
}

class PolicyReader {
  readonly #logKeys: NoteKey[] = []
  readonly #witnesses: PolicyWitness[] = []
  readonly #named: Map<string, NoteKey | WitnessPolicy> = new Map()
  /** Each name counts once, so that no witness counts twice. */
  readonly #members: Set<string> = new Set()
  #quorum: { readonly rule: WitnessPolicy | undefined } | undefined

  read([what = '', ...words]: readonly string[]): void {
    if (what === 'log') this.#readLog(words)
    else if (what === 'witness') this.#readWitness(words)
    else if (what === 'group') this.#readGroup(words)
    else if (what === 'quorum') this.#readQuorum(words)
    else throw new Malformed(`"${what}" is not log, witness, group or quorum`)
  }

  end(): LogPolicy {
    if (this.#quorum === undefined) throw new Malformed('the policy has no quorum line')
    return { logKeys: this.#logKeys, witnesses: this.#witnesses, quorum: this.#quorum.rule }
  }

  #readLog([vkey = '', , ...more]: readonly string[]): void {
    if (more.length > 0) throw new Malformed('a log has a key and a URL')
    const key = parseVerifierKey(vkey)
    if (key.type !== 'ed25519') throw new Malformed('this key is not one of a log')
    if (holds(this.#logKeys, key)) throw new Malformed('this log is named twice')
    this.#logKeys.push(key)
  }

  #readWitness([name = '', vkey = '', url, ...more]: readonly string[]): void {
    if (more.length > 0) throw new Malformed('a witness has a name, a key and a URL')
    const key = parseVerifierKey(vkey)
    if (key.type !== 'cosignature') throw new Malformed('this key is not one of a witness')
    const known = this.#witnesses.map((witness) => witness.key)
    if (holds(known, key)) throw new Malformed('this witness is named twice')
    if (url !== undefined && !/^https?:\/\//.test(url)) throw new Malformed('the URL is not http or https')
    this.#define(name, key)
    this.#witnesses.push({ key, url })
  }

  #readGroup([name = '', threshold = '', ...names]: readonly string[]): void {
    const keys = names.map((member) => {
      const found = this.#named.get(member)
      if (found === undefined) throw new Malformed(`"${member}" is not defined above`)
      if (this.#members.has(member)) throw new Malformed(`"${member}" is a member twice`)
      this.#members.add(member)
      return found
    })
    const quorum = threshold === 'all' ? keys.length : threshold === 'any' ? 1 : Number(threshold)
    const isWritten = ['all', 'any'].includes(threshold) || /^[1-9]\d*$/.test(threshold)
    if (!isWritten || keys.length === 0 || quorum > keys.length)
      throw new Malformed('a group says how many of its members are enough: all, any, or a number')
    this.#define(name, { keys, quorum })
  }

  #readQuorum([name = '', ...more]: readonly string[]): void {
    if (this.#quorum !== undefined || more.length > 0) throw new Malformed('there is one quorum, of one name')
    const rule = this.#named.get(name)
    if (rule === undefined && name !== 'none') throw new Malformed(`"${name}" is not defined above`)
    this.#quorum = { rule: rule && ('quorum' in rule ? rule : { keys: [rule], quorum: 1 }) }
  }

  #define(name: string, rule: NoteKey | WitnessPolicy): void {
    if (name === 'none' || this.#named.has(name)) throw new Malformed(`"${name}" has a meaning already`)
    this.#named.set(name, rule)
  }
}

/** Whether it is one of them, whatever name it goes by. */
function holds(keys: readonly NoteKey[], { publicKey }: NoteKey): boolean {
  return keys.some((each) => each.publicKey.every((byte, at) => byte === publicKey[at]))
}
