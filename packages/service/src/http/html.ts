import { hash } from 'node:crypto'

/** Markup that `html` made. Data can have any shape but not this class, so nothing else passes unescaped. */
class Markup {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  toString(): string {
    return this.#text
  }
}

export type { Markup }

/** What a template takes; undefined is nothing, so that an optional part is one `? :` away. */
export type Content = Markup | string | number | undefined | readonly Content[]

/**
 * Escapes whatever is put in, for text and for attributes in quotes.
 *
 * @throws TypeError on an attribute without quotes, which escaping does not protect
 */
export function html(parts: TemplateStringsArray, ...contents: readonly Content[]): Markup {
  const [first = '', ...others] = parts
  const unquoted = parts.slice(0, -1).find((part) => part.endsWith('='))
  if (unquoted !== undefined) throw new TypeError(`an attribute without quotes: ${unquoted.slice(-40)}`)
  return new Markup(others.reduce((text, part, index) => text + render(contents[index]) + part, first))
}

function render(content: Content): string {
  if (content === undefined) return ''
  if (content instanceof Markup) return content.toString()
  if (Array.isArray(content)) return content.map(render).join('')
  return String(content).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** A link where the address is one that may be followed; `javascript:` and the like stay plain text. */
export function link(address: string, label: Content = address): Markup {
  const isSafe = /^(https?|mailto):$/.test(URL.parse(address)?.protocol ?? '')
  return isSafe ? html`<a href="${address}" dir="auto">${label}</a>` : html`${label}`
}

/** Where to write or call, as its owner wrote it: a link where it is nothing but an address. */
export function contactLink(contact: string): Markup {
  if (/^[^\s@<>"?&]+@[^\s@<>"?&]+\.[^\s@<>"?&]+$/.test(contact)) return link(`mailto:${contact}`, contact)
  return URL.canParse(contact) ? link(contact) : isolated(contact)
}

/** Identifiers and the like, which run from left to right in every language. */
export function code(text: string): Markup {
  return html`<code dir="ltr">${text}</code>`
}

/** Text of others: its direction must not turn ours around. */
export function isolated(text: string): Markup {
  return html`<bdi class="text">${text}</bdi>`
}

/** A line of a `dl`; without a value there is none. */
export function fact(label: string, value: Content): Markup | undefined {
  return value === undefined ? undefined : html`<div><dt>${label}</dt><dd>${value}</dd></div>`
}

/** A short list in one line, as a value of a fact. */
export function row(items: readonly string[] | undefined): Markup | undefined {
  if (items === undefined || items.length === 0) return undefined
  return html`<ul class="row" role="list">${items.map((item) => html`<li>${isolated(item)}</li>`)}</ul>`
}

export type Direction = 'ltr' | 'rtl'

export interface Page {
  readonly title: string
  /** BCP 47. */
  readonly language: string
  readonly direction: Direction
  /** All of the page's CSS: the only one that `pageHeaders` of it lets through. */
  readonly style: string
  readonly body: Markup
}

export function page({ title, language, direction, style, body }: Page): string {
  if (style.includes('</')) throw new TypeError('a style sheet that would end its own element')
  return html`<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${new Markup(style)}</style>
</head>
<body>
${body}
</body>
</html>
`.toString()
}

/** No script, nothing from elsewhere, no frame around it, no trace of it in search engines or at the next site. */
export function pageHeaders(style: string): Readonly<Record<string, string>> {
  return {
    'Content-Security-Policy': [
      "default-src 'none'",
      `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
      "img-src 'self'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ].join('; '),
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex',
  }
}

/**
 * The look of the hosted pages. Colours keep a contrast of 7:1 in both schemes (WCAG 2.2, 1.4.6); logical properties
 * alone, so that it holds from right to left as well.
 */
export const pageStyle = `
:root { color-scheme: light dark; --ink: #1c1d1f; --quiet: #4b4e52; --paper: #fff; --wash: #f4f5f3; --line: #c8cbc6; --accent: #0b4a78 }
@media (prefers-color-scheme: dark) {
  :root { --ink: #f0f1ee; --quiet: #c3c6c1; --paper: #16181a; --wash: #202326; --line: #464a4d; --accent: #a5d0f5 }
}
* { box-sizing: border-box }
html { background: var(--paper); color: var(--ink); font: 100%/1.6 system-ui, sans-serif; -webkit-text-size-adjust: 100%; text-size-adjust: 100% }
body { max-inline-size: 46rem; margin: 0 auto; padding: clamp(1.25rem, 5vw, 3.5rem) clamp(1rem, 5vw, 2rem); overflow-wrap: anywhere }
h1, h2, h3 { line-height: 1.25; text-wrap: balance; margin-block: 0 }
h1 { font-size: clamp(1.75rem, 1.4rem + 1.8vw, 2.375rem); letter-spacing: -.015em }
h2 { font-size: 1.25rem }
h3 { font-size: 1.0625rem }
details h3 { margin-block-start: 1.5rem }
p { margin-block: .5rem 0 }
section { margin-block-start: 2.25rem; padding-block-start: 1.5rem; border-block-start: 1px solid var(--line) }
dl { margin-block: .75rem 0 }
dl > div { padding-block: .4rem }
dt { color: var(--quiet); font-size: .9375rem }
dd { margin-inline-start: 0 }
a { color: var(--accent); text-underline-offset: .15em }
a:hover { text-decoration-thickness: .125em }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; border-radius: 2px }
code, pre { font: .875em/1.5 ui-monospace, monospace }
.text { white-space: pre-line }
.row { display: inline; margin: 0; padding: 0 }
.row > li { display: inline }
.row > li:not(:last-child)::after { content: '\\a0· ' }
.hint { color: var(--quiet); font-size: .9375rem }
.notice { background: var(--wash); border-inline-start: 4px solid var(--ink); padding: .75rem 1rem; margin-block-start: 1rem; font-weight: 600 }
ol { padding-inline-start: 1.5rem }
ol > li { margin-block-start: .75rem }
pre { background: var(--wash); border: 1px solid var(--line); padding: .5rem .75rem; margin-block: .4rem 0; white-space: pre-wrap }
details { margin-block-start: 1rem }
summary { inline-size: fit-content; cursor: pointer; padding-block: .75rem; font-weight: 600; color: var(--accent) }
footer { margin-block-start: 2.25rem; padding-block-start: 1rem; border-block-start: 1px solid var(--line); color: var(--quiet); font-size: .9375rem }
@media (min-width: 36rem) {
  dl > div { display: grid; grid-template-columns: 11rem 1fr; column-gap: 1.5rem; align-items: baseline }
}
@page { margin: 18mm }
@media print {
  :root { color-scheme: light; --ink: #000; --quiet: #333; --paper: #fff; --wash: #fff; --line: #999; --accent: #000 }
  html { font-size: 10.5pt; line-height: 1.45 }
  body { max-inline-size: none; padding: 0 }
  section, footer { margin-block-start: 1.25rem; padding-block-start: .9rem }
  h2, h3 { break-after: avoid }
  .notice { border: 1px solid; border-inline-start-width: 4px }
  /* Paper cannot be unfolded. */
  summary { display: none }
  details::details-content { content-visibility: visible; block-size: auto }
  dl > div { break-inside: avoid; padding-block: .15rem; display: grid; grid-template-columns: 11rem 1fr; column-gap: 1.5rem; align-items: baseline }
}
`
