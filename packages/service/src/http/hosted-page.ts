import type { IncomingHttpHeaders } from 'node:http'
import type { Service } from '../service.ts'
import type { Direction, Markup } from './html.ts'

/** A page for people, below `/p/`: rendered here, without a script, under no key but what stands in its address. */
export interface HostedPage {
  readonly path: `/p/${string}`
  /** GET and HEAD. Scanners and previews follow links, so it changes nothing, however often it is asked for. */
  show(service: Service, call: PageCall): Promise<PageAnswer>
  /** POST: somebody pressed the button, or a mail program did in their name (RFC 8058). Left out: there is none. */
  press?(service: Service, call: PageCall): Promise<PageAnswer | PageFile>
  /** A press can have a mail sent to whomever it names, so it is counted by the hour as well. */
  readonly isMailing?: true
}

export interface PageCall {
  readonly params: Readonly<Record<string, string>>
  /** BCP 47 as asked for by `?language=`, else by the browser; the page takes the nearest that it has. */
  readonly language: string
  readonly headers: IncomingHttpHeaders
  /** Where it came from; never kept whole, never logged. */
  readonly address: string
  /** What a form of ours sent; empty for any other body. */
  readonly form: URLSearchParams
}

export interface PageAnswer {
  readonly status: number
  readonly language: string
  readonly direction: Direction
  readonly title: string
  readonly body: Markup
}

/** What a button may give instead of a page. */
export interface PageFile {
  readonly file: Buffer
  readonly type: string
  /** ASCII, without quotes. */
  readonly name: string
}
