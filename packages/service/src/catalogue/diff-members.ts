import { type Change, changeOf } from './change.ts'

/** Member by member, as deep as both sides have members: one colour is one change. */
export function diffMembers(path: string, was: unknown, becomes: unknown): (Change | undefined)[] {
  if (!isMembers(was) || !isMembers(becomes)) return [changeOf(path, was ?? null, becomes ?? null)]
  const names = new Set([...Object.keys(was), ...Object.keys(becomes)])
  return [...names].flatMap((name) => diffMembers(`${path}.${name}`, was[name], becomes[name]))
}

function isMembers(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
