import { readFile, stat } from 'node:fs/promises'

/** What a source gave: a document, or word that the one we have is still it. */
export type TakenList =
  | {
      readonly kind: 'document'
      readonly document: Buffer
      readonly etag: string | null
      readonly lastModified: string | null
      /** Unix ms: not to be asked for again before. */
      readonly freshUntil: number
    }
  | { readonly kind: 'unchanged'; readonly freshUntil: number }

/** What was said of the document that is held, for a source that can tell whether there is another. */
export interface KnownValidators {
  readonly etag: string | null
  readonly lastModified: string | null
}

/** How lists are fetched over the network; tests hand in their own. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

const documentMaxBytes = 32 * 1024 * 1024
const fetchTimeoutMs = 60_000
const fileFreshMs = 30_000
const minuteMs = 60_000
const dayMs = 86_400_000

export function isUrl(location: string): boolean {
  return /^https?:\/\//.test(location)
}

/** Takes the document at a path or URL, if it is another than the known one. Throws where it cannot be had. */
export async function takeList(
  location: string,
  known: KnownValidators,
  now: number,
  fetchUrl: Fetch,
): Promise<TakenList> {
  return isUrl(location)
    ? await takeUrl(location, known, now, fetchUrl)
    : await takeFile(location, known, now)
}

async function takeFile(path: string, known: KnownValidators, now: number): Promise<TakenList> {
  const freshUntil = now + fileFreshMs
  const { mtimeMs, size } = await stat(path)
  if (size > documentMaxBytes) throw new Error(`more than ${documentMaxBytes} bytes`)
  const lastModified = `${mtimeMs} ${size}`
  if (known.lastModified === lastModified) return { kind: 'unchanged', freshUntil }
  return { kind: 'document', document: await readFile(path), etag: null, lastModified, freshUntil }
}

async function takeUrl(
  url: string,
  known: KnownValidators,
  now: number,
  fetchUrl: Fetch,
): Promise<TakenList> {
  const headers = new Headers({ Accept: '*/*' })
  if (known.etag !== null) headers.set('If-None-Match', known.etag)
  else if (known.lastModified !== null) headers.set('If-Modified-Since', known.lastModified)
  const response = await fetchUrl(url, { headers, signal: AbortSignal.timeout(fetchTimeoutMs) })
  const freshUntil = now + freshFor(response.headers)
  if (response.status === 304) return { kind: 'unchanged', freshUntil }
  if (!response.ok) throw new Error(`the publisher answered ${response.status}`)
  return {
    kind: 'document',
    document: await readBody(response),
    etag: response.headers.get('etag'),
    lastModified: response.headers.get('last-modified'),
    freshUntil,
  }
}

/**
 * How long a publisher lets its answer be kept: no longer, and no shorter (TCF, "Caching the Global Vendor List"). A day
 * where it does not say, and a minute at least, for who asks too often is blocked.
 */
function freshFor(headers: Headers): number {
  const control = headers.get('cache-control') ?? ''
  const maxAge = /(?:^|[,\s])max-age\s*=\s*"?(\d{1,9})/i.exec(control)?.[1]
  if (maxAge === undefined) return dayMs
  const age = Number(/^\d{1,9}$/.exec(headers.get('age') ?? '')?.[0] ?? 0)
  return Math.max(minuteMs, (Number(maxAge) - age) * 1000)
}

/** Never more than we are ready to hold, whatever the other side sends. */
async function readBody(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength
    if (length > documentMaxBytes) throw new Error(`more than ${documentMaxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
