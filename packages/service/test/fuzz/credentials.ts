import { canariesOf } from './canaries.ts'

/** What a request says of who sends it. */
export interface Credential {
  readonly name: string
  readonly kind: 'secret' | 'public' | 'bad' | 'none'
  readonly environment: 'test' | 'live'
  /** The Authorization header; undefined: none. */
  readonly authorization: string | undefined
}

function key(
  name: string,
  kind: 'secret' | 'public' | 'bad',
  environment: Credential['environment'],
): Credential {
  return { name, kind, environment, authorization: `Bearer @@${name}@@` }
}

function bad(name: string, authorization: string): Credential {
  return { name, kind: 'bad', environment: 'test', authorization }
}

export const testSecret: Credential = key('test.secret', 'secret', 'test')
export const testPublic: Credential = key('test.public', 'public', 'test')

/** Every row of the contract's table of keys (section 2). */
export const goodCredentials: readonly Credential[] = [
  testSecret,
  testPublic,
  key('test.listed', 'public', 'test'),
  key('live.secret', 'secret', 'live'),
  key('live.public', 'public', 'live'),
]

export const badCredentials: readonly Credential[] = [
  { name: 'none', kind: 'none', environment: 'test', authorization: undefined },
  key('test.revoked', 'bad', 'test'),
  key('test.expired', 'bad', 'test'),
  bad('nothing', ''),
  bad('a scheme alone', 'Bearer'),
  bad('another scheme', 'Basic @@test.secret@@'),
  bad('two keys', 'Bearer @@test.secret@@ @@test.secret@@'),
  bad('a key without a scheme', '@@test.secret@@'),
  bad('a longer key', 'Bearer @@test.secret@@0'),
  bad('a subject-token secret', 'Bearer @@test.sts@@'),
  bad('a subject token', 'Bearer @@token.plain0@@'),
  bad('nasty', 'Bearer __proto__'),
  bad('quoted', 'Bearer "@@test.secret@@"'),
  bad('long', `Bearer ${'sk_test_asnt_'.repeat(100)}`),
  ...canariesOf('key').map((text, index) => bad(`unknown ${index}`, `Bearer ${text}`)),
]
