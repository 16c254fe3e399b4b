import { timingSafeEqual } from 'node:crypto'
import type { RouteKey } from '../kernel/id.ts'
import { readSubjectId, subjectId } from './public-id.ts'
import type { Routing } from './routing.ts'

/** What a link at the end of a newsletter ends: one topic of one person, or one channel of it. It can do nothing else. */
export interface UnsubscribeLink {
  readonly subjectKey: RouteKey
  readonly key: string
  readonly channel: string | null
}

const prefix = 'sub_'

/**
 * `<person>.<topic>.<channel>.<mac>`. Nothing is stored for it and it never runs out, since who wants no more mail must
 * not be told that the link is too old (RFC 8058 section 3.1: opaque, and hard to forge).
 */
export function writeUnsubscribeToken(routing: Routing, link: UnsubscribeLink): string {
  const body = `${subjectId(link.subjectKey).slice(prefix.length)}.${link.key}.${link.channel ?? ''}`
  return `${body}.${macOf(routing, body).toString('base64url')}`
}

/** Undefined for what this environment has not made. */
export function readUnsubscribeToken(routing: Routing, text: string): UnsubscribeLink | undefined {
  const [, body = '', person = '', key = '', channel = '', mac = ''] =
    /^(([0-9A-Za-z]{22})\.([a-z0-9_]{1,64})\.([a-z]{0,32}))\.([\w-]{43})$/.exec(text) ?? []
  const subjectKey = readSubjectId(prefix + person)
  const given = Buffer.from(mac, 'base64url')
  if (subjectKey === undefined || given.length !== 32) return undefined
  if (!timingSafeEqual(given, macOf(routing, body))) return undefined
  return { subjectKey, key, channel: channel === '' ? null : channel }
}

function macOf(routing: Routing, body: string): Buffer {
  return routing.fingerprint(`unsubscribe\0${body}`)
}
