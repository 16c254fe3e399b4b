import type { IncomingHttpHeaders } from 'node:http'
import Negotiator from 'negotiator'
import type { Catalogue } from '../domain/catalogue.ts'

/** `?language=`, else Accept-Language, else the catalogue's default: always one that the catalogue has. */
export function languageOf(
  catalogue: Catalogue,
  asked: string | undefined,
  headers: IncomingHttpHeaders,
): string {
  const available = [...catalogue.languages]
  if (asked !== undefined) {
    const match = new Negotiator({ headers: { 'accept-language': asked } }).language(available)
    if (match !== undefined) return match
  }
  if (headers['accept-language'] === undefined) return catalogue.defaultLanguage
  return new Negotiator({ headers }).language(available) ?? catalogue.defaultLanguage
}

/** Which of the types an operation can serve its caller wants; undefined: none of them. */
export function mediaTypeOf<T extends string>(
  headers: IncomingHttpHeaders,
  available: readonly T[],
): T | undefined {
  return new Negotiator({ headers }).mediaType([...available]) as T | undefined
}
