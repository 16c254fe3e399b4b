/** `test` and `live` share code and nothing else: no key, row, cache or log crosses from one to the other. */
export const environments = ['test', 'live'] as const
export type Environment = (typeof environments)[number]

export type KeyType = 'public' | 'secret'

/** Where a store function may look: the first parameter of each of them. */
export interface Scope {
  readonly project: string
  readonly environment: Environment
  readonly environmentId: number
}

/** A scope, and the key that opened it. */
export interface Caller extends Scope {
  readonly keyType: KeyType
  readonly keyId: string
}
