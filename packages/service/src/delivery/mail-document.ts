import { type Content, type Direction, html, page } from '../http/html.ts'

/** A mail as a template has it: written once, and rendered as plain text and as HTML that say the same. */
export interface MailDocument {
  /** BCP 47. */
  readonly language: string
  readonly direction: Direction
  readonly subject: string
  readonly blocks: readonly MailBlock[]
}

export type MailBlock =
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  /** The one thing to do: a button, and its address in full for whoever cannot press it. */
  | { readonly kind: 'action'; readonly label: string; readonly url: string }
  /** Something else that can be done. */
  | { readonly kind: 'link'; readonly text: string; readonly url: string }
  | { readonly kind: 'small'; readonly text: string }

/** What the two renderings of a mail are. */
export interface RenderedMail {
  readonly subject: string
  readonly text: string
  readonly html: string
}

export function renderMail(document: MailDocument): RenderedMail {
  const { language, direction, subject } = document
  const body = html`<main role="main" style="${styles.main}">
<h1 style="${styles.title}">${subject}</h1>
${document.blocks.map(htmlOf)}
</main>`
  return {
    subject,
    text: `${document.blocks.map(textOf).join('\n\n')}\n`,
    html: page({ title: subject, language, direction, style, body }),
  }
}

/** Readers of mail keep little of a style sheet, so what matters stands at the element; contrast 7:1 as on the pages. */
const styles = {
  main: 'max-width:36rem;margin:0 auto;padding:1.5rem 1rem;font:16px/1.6 system-ui,sans-serif;color:#1c1d1f',
  title: 'font-size:1.375rem;line-height:1.3;margin:0 0 1rem',
  action:
    'display:inline-block;background:#0b4a78;color:#ffffff;padding:.75rem 1.25rem;border-radius:6px;text-decoration:none;font-weight:600',
  small: 'color:#4b4e52;font-size:.875rem',
} as const
const style = 'body { margin: 0; background: #ffffff }'

function textOf(block: MailBlock): string {
  if (block.kind === 'list') return block.items.map((item) => `- ${item}`).join('\n')
  if (block.kind === 'action') return `${block.label}:\n${block.url}`
  if (block.kind === 'link') return `${block.text}\n${block.url}`
  return block.text
}

function htmlOf(block: MailBlock): Content {
  if (block.kind === 'list')
    return html`<ul>${block.items.map((item) => html`<li dir="auto">${item}</li>`)}</ul>`
  if (block.kind === 'action')
    return html`<p style="margin:1.5rem 0"><a href="${block.url}" style="${styles.action}">${block.label}</a></p>
<p style="${styles.small}"><span dir="ltr" style="word-break:break-all">${block.url}</span></p>`
  if (block.kind === 'link')
    return html`<p style="${styles.small}"><a href="${block.url}" style="color:#0b4a78">${block.text}</a></p>`
  if (block.kind === 'small') return html`<p style="${styles.small}">${block.text}</p>`
  return html`<p>${block.text}</p>`
}
