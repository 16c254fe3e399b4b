/** What can be pressed; `save` stands on the second layer, beside the switches. */
export const bannerButtons = ['accept_all', 'reject_all', 'customize', 'save'] as const
export type BannerButton = (typeof bannerButtons)[number]

export const bannerLinks = ['privacy_policy', 'imprint', 'cookies'] as const
export type BannerLinkKind = (typeof bannerLinks)[number]

export interface BannerText {
  readonly title: string
  readonly body: string
  readonly buttons: Readonly<Record<BannerButton, string>>
  readonly links: Readonly<Record<BannerLinkKind, string>>
}

/** Colours as `#rrggbb`. */
export interface BannerColours {
  readonly background: string
  readonly text: string
}

export interface BannerTheme extends BannerColours {
  readonly link: string
  /** Corners, in CSS pixels. */
  readonly radius: number
  readonly buttons: Readonly<Record<BannerButton, BannerColours>>
}

export interface BannerLayout {
  readonly kind: 'bar' | 'box' | 'dialog'
  readonly position: 'bottom' | 'top' | 'center' | 'start' | 'end'
  /** The buttons people see first, in this order. */
  readonly first_layer: readonly BannerButton[]
}

/** How a project asks: published with the catalogue, immutable under its version. */
export interface Banner {
  readonly layout: BannerLayout
  readonly theme: BannerTheme
  /** Without the privacy policy where there is none. */
  readonly links: Readonly<Partial<Record<BannerLinkKind, string>>>
  /** What the project says itself; what is left out is said by the built-in texts. */
  readonly texts: Readonly<Record<string, BannerTextChanges>>
  /** Keys of the purposes it asks about; null: all that a page can ask about. */
  readonly purposes: readonly string[] | null
}

/** Parts of a text. */
export interface BannerTextChanges {
  readonly title?: string | undefined
  readonly body?: string | undefined
  readonly buttons?: Readonly<Partial<Record<BannerButton, string | undefined>>> | undefined
  readonly links?: Readonly<Partial<Record<BannerLinkKind, string | undefined>>> | undefined
}

const rightToLeft: ReadonlySet<string> = new Set(['ar', 'dv', 'fa', 'he', 'ku', 'ps', 'sd', 'ug', 'ur', 'yi'])
const rightToLeftScripts: ReadonlySet<string> = new Set(['Arab', 'Hebr', 'Thaa', 'Nkoo', 'Syrc'])

/** Which way a language is written: by its script where the tag names one. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  const [primary = '', ...rest] = language.split('-')
  const script = rest.find((part) => part.length === 4)
  const isRtl = script === undefined ? rightToLeft.has(primary) : rightToLeftScripts.has(script)
  return isRtl ? 'rtl' : 'ltr'
}
