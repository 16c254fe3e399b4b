import type { MasterKey } from '../kernel/master-key.ts'
import type { MailDocument } from './mail-document.ts'
import type { OutgoingMail } from './mailer.ts'

/** A mail of a test environment, whole, as it would have gone out: what whoever tests reads in its place. */
export interface CapturedMail extends OutgoingMail {
  /** BCP 47. */
  readonly language: string
  readonly links: readonly CapturedLink[]
}

/** A button or a link, by its words. */
export interface CapturedLink {
  readonly text: string
  readonly url: string
}

const label = 'captured-mail'

export function linksOf({ blocks }: MailDocument): CapturedLink[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'action') return [{ text: block.label, url: block.url }]
    return block.kind === 'link' ? [{ text: block.text, url: block.url }] : []
  })
}

export function sealCapture(masterKey: MasterKey, mail: CapturedMail): Buffer {
  return masterKey.seal(Buffer.from(JSON.stringify(mail)), label)
}

export function openCapture(masterKey: MasterKey, sealed: Buffer): CapturedMail {
  return JSON.parse(masterKey.open(sealed, label).toString()) as CapturedMail
}
