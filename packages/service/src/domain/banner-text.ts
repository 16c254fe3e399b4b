import type { BannerText, BannerTextChanges } from './banner.ts'
import { builtInBannerText } from './built-in-banner-texts.ts'

/**
 * What a banner says in a language: the project's words over the built-in ones.
 *
 * @throws when neither has a word for something, which the catalogue's checks refuse
 */
export function bannerTextOf(
  changes: BannerTextChanges | undefined,
  language: string,
  controllerName: string,
): BannerText {
  const built = builtInBannerText(language)
  const word = (own: string | undefined, other: string | undefined): string => {
    const found = own ?? other
    if (found === undefined) throw new Error(`a banner without words in ${language}`)
    return found
  }
  const { buttons, links } = changes ?? {}
  return {
    title: word(changes?.title, built?.title),
    body: word(changes?.body, built?.body).replaceAll('{controller}', () => controllerName),
    buttons: {
      accept_all: word(buttons?.accept_all, built?.buttons.accept_all),
      reject_all: word(buttons?.reject_all, built?.buttons.reject_all),
      customize: word(buttons?.customize, built?.buttons.customize),
      save: word(buttons?.save, built?.buttons.save),
    },
    links: {
      privacy_policy: word(links?.privacy_policy, built?.links.privacy_policy),
      imprint: word(links?.imprint, built?.links.imprint),
      cookies: word(links?.cookies, built?.links.cookies),
    },
  }
}
