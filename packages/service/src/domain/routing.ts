import { hmacSha256 } from '../kernel/hmac.ts'
import type { RouteKey } from '../kernel/id.ts'
import { type EmailAddress, mailboxOf } from './email-address.ts'
import { type Ref, routeSource } from './ref.ts'

/** Turns what a row belongs to into where it lives, under one environment's secret. */
export interface Routing {
  subject(ref: Ref): RouteKey
  /**
   * Where what is asked for in the name of an e-mail address waits until somebody proves the mailbox: not where its
   * person is, so that nothing of theirs is read or changed before.
   */
  unproved(address: string): RouteKey
  /** `owner`: the person for a public key, empty for a secret one (contract section 4). */
  idempotency(parts: {
    readonly keyType: string
    readonly owner: string
    readonly route: string
    readonly key: string
  }): RouteKey
  /** All that is about one mailbox; the tag of `ada+tag@…` leads to the same one. */
  mailbox(address: EmailAddress): RouteKey
  /** Words that were shown, by their hash. */
  shownText(sha256: string): RouteKey
  /** Parts of the transparency log, each by its name. */
  log(part: string): RouteKey
  /** Keyed, so that a fingerprint at rest does not give away a short body. */
  fingerprint(canonical: string): Buffer
}

/** HMAC-SHA-256(secret, kind 00 value) cut to 128 bits (docs/adr/0003). */
export function routingFor(secret: Buffer): Routing {
  const hmac = hmacSha256(secret)
  const derive = (kind: string, value: string) => hmac(`${kind}\0${value}`).slice(0, 32) as RouteKey
  return {
    subject: (ref) => {
      if (ref.kind === 'subject_id') return ref.routeKey
      const source = routeSource(ref)
      return derive(source.kind, source.value)
    },
    unproved: (address) => derive('u', address),
    idempotency: ({ keyType, owner, route, key }) => derive('k', `${keyType}\0${owner}\0${route}\0${key}`),
    mailbox: (address) => derive('m', mailboxOf(address)),
    shownText: (sha256) => derive('t', sha256),
    log: (part) => derive('l', part),
    fingerprint: (canonical) => Buffer.from(hmac(`f\0${canonical}`), 'hex'),
  }
}
