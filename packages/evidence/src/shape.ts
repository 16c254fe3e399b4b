import { Malformed } from './malformed.ts'

/**
 * What a JSON value must be, and the one order in which its members are written. Reading and writing follow the
 * same description, so that they cannot drift apart.
 */
export interface Shape<T> {
  /** The value with its members in order: itself where they are, else a copy. @throws Malformed, naming the member */
  read(value: unknown): T
}

/** The shape of each member, in the order of writing. */
export type Members<T> = { readonly [K in keyof T]-?: Shape<T[K]> }

/** An object with exactly these members: none missing, none more. */
export function object<T extends object>(members: Members<T>): Shape<T> {
  const names = Object.keys(members) as (keyof T & string)[]
  const shapes = names.map((name) => members[name])
  return {
    read(value) {
      const source = asObject<T>(value)
      const given = Object.keys(source)
      let isInOrder = true
      for (let i = 0; i < names.length; i++) {
        const name = names[i] as keyof T & string
        const member = source[name]
        const read = readMember(shapes[i] as Shape<T[keyof T]>, member, name)
        if (given[i] !== name || read !== member) isInOrder = false
      }
      const unknown = given.length > names.length && given.find((name) => !Object.hasOwn(members, name))
      if (typeof unknown === 'string') throw new Malformed(`${unknown}: unknown`)
      return isInOrder ? (source as T) : inOrder(members, source)
    },
  }
}

/** An object with at least these members; others are left out of the result. */
export function openObject<T extends object>(members: Members<T>): Shape<T> {
  return { read: (value) => inOrder(members, asObject<T>(value)) }
}

type Source<T> = { readonly [K in keyof T]?: unknown }

function asObject<T>(value: unknown): Source<T> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Malformed('not an object')
  return value as Source<T>
}

function inOrder<T>(members: Members<T>, source: Source<T>): T {
  const names = Object.keys(members) as (keyof T & string)[]
  return Object.fromEntries(names.map((name) => [name, readMember(members[name], source[name], name)])) as T
}

/** An array of any length, the empty one included. */
export function list<T>(item: Shape<T>): Shape<readonly T[]> {
  return {
    read(value) {
      if (!Array.isArray(value)) throw new Malformed('not a list')
      const items = value.map((given, i) => readMember(item, given, i))
      return items.every((each, i) => each === value[i]) ? value : items
    },
  }
}

/** Paths are spelled only when something is wrong: each level puts its name before the fault. */
function readMember<T>(shape: Shape<T>, given: unknown, name: string | number): T {
  if (given === undefined) throw new Malformed(`${name}: missing`)
  try {
    return shape.read(given)
  } catch (error) {
    throw error instanceof Malformed ? new Malformed(`${name}: ${error.message}`) : error
  }
}

/** The shape, or null. */
export function nullable<T>(shape: Shape<T>): Shape<T | null> {
  return { read: (value) => (value === null ? null : shape.read(value)) }
}

/** One of some words. */
export function oneOf<const T extends string>(...words: readonly T[]): Shape<T> {
  const known: readonly unknown[] = words
  return matching(`one of ${words.join(', ')}`, (value): value is T => known.includes(value))
}

/** A string that passes the test. */
export function text(what: string, isRight: (value: string) => boolean): Shape<string> {
  return {
    read(value) {
      if (typeof value !== 'string' || !isRight(value)) throw new Malformed(`not ${what}`)
      return value
    },
  }
}

/** A string of that form. */
export function form(what: string, pattern: RegExp): Shape<string> {
  return {
    read(value) {
      if (typeof value !== 'string' || !pattern.test(value)) throw new Malformed(`not ${what}`)
      return value
    },
  }
}

/** Whatever passes the test. */
export function matching<T>(what: string, isRight: (value: unknown) => value is T): Shape<T> {
  return {
    read(value) {
      if (!isRight(value)) throw new Malformed(`not ${what}`)
      return value
    },
  }
}

/** Whatever there is. */
export const anything: Shape<unknown> = { read: (value) => value }

/** The shape, of an object that may leave out these members. */
export function withDefaults<T extends object>(defaults: Partial<T>, shape: Shape<T>): Shape<T> {
  return { read: (value) => shape.read({ ...defaults, ...(value as object) }) }
}
