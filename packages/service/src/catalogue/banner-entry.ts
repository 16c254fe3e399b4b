import { z } from 'zod'
import { type BannerButton, bannerButtons } from '../domain/banner.ts'
import { checkBannerRules } from './banner-rules.ts'
import { defaultTheme } from './default-theme.ts'
import { languageTag, purposeKey } from './purpose-entry.ts'
import { shownText } from './shown-text.ts'
import { uniqueList } from './unique-list.ts'
import { webAddress } from './web-address.ts'

const colour = z
  .string()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, 'is not a colour written #rrggbb')

const coloursOf = (button: BannerButton) =>
  z
    .strictObject({
      background: colour
        .default(defaultTheme.buttons[button].background)
        .describe('Colour of the button, #rrggbb.'),
      text: colour.default(defaultTheme.buttons[button].text).describe('Colour of its words, #rrggbb.'),
    })
    .prefault({})

const theme = z.strictObject({
  background: colour.default(defaultTheme.background).describe('Colour of the banner, #rrggbb.'),
  text: colour.default(defaultTheme.text).describe('Colour of its text, #rrggbb.'),
  link: colour.default(defaultTheme.link).describe('Colour of its links, #rrggbb.'),
  radius: z.int().min(0).max(32).default(defaultTheme.radius).describe('Corners, in CSS pixels.'),
  buttons: z
    .strictObject({
      accept_all: coloursOf('accept_all').describe('The button that agrees to all.'),
      reject_all: coloursOf('reject_all').describe(
        'The button that refuses all: it must look like accept_all.',
      ),
      customize: coloursOf('customize').describe('The button that opens the choices.'),
      save: coloursOf('save').describe('The button that keeps the choices made.'),
    })
    .prefault({})
    .describe('Colours of the buttons.'),
})

const layout = z.strictObject({
  kind: z
    .enum(['bar', 'box', 'dialog'])
    .default('box')
    .describe('A bar along an edge, a box in a corner, or a dialog over the page.'),
  position: z
    .enum(['bottom', 'top', 'center', 'start', 'end'])
    .default('bottom')
    .describe('Where it stands; start and end follow the direction in which the language is written.'),
  first_layer: uniqueList(z.enum(bannerButtons))
    .default(['reject_all', 'accept_all', 'customize'])
    .describe('The buttons people see first, in this order. Where accept_all is, reject_all must be too.'),
})

const bannerText = z.strictObject({
  title: shownText(120).optional().describe('The heading.'),
  body: shownText(1000).optional().describe('What is asked, in plain words; {controller} becomes your name.'),
  buttons: z
    .strictObject({
      accept_all: shownText(40).optional().describe('What the button that agrees to all says.'),
      reject_all: shownText(40).optional().describe('What the button that refuses all says.'),
      customize: shownText(40).optional().describe('What the button that opens the choices says.'),
      save: shownText(40).optional().describe('What the button that keeps the choices made says.'),
    })
    .optional()
    .describe('What the buttons say.'),
  links: z
    .strictObject({
      privacy_policy: shownText(60).optional().describe('What the link to the privacy policy says.'),
      imprint: shownText(60).optional().describe('What the link to the imprint says.'),
      cookies: shownText(60).optional().describe('What the link to the list of cookies says.'),
    })
    .optional()
    .describe('What the links say.'),
})

export const bannerEntry = z
  .strictObject({
    layout: layout.prefault({}).describe('How it stands on the page.'),
    theme: theme.prefault({}).describe('How it looks.'),
    links: z
      .strictObject({
        privacy_policy: webAddress
          .optional()
          .describe("The privacy policy; left out: the controller's privacy_policy_url."),
        imprint: webAddress.optional().describe('Who runs the site.'),
        cookies: webAddress.optional().describe('The list of cookies.'),
      })
      .prefault({})
      .describe('Pages that people must reach before they decide.'),
    texts: z
      .record(languageTag, bannerText)
      .default({})
      .describe(
        'Words of your own, by language. Left out: the built-in ones, which there are in da, de, en, es, fr, it, ja, nl, pl, pt, sv, and in ar and he from right to left.',
      ),
    purposes: uniqueList(purposeKey)
      .optional()
      .describe(
        'The purposes it asks about; left out: all that a page can ask about, which is all that people can refuse but e-mail marketing and sensitive data.',
      ),
    preselected: uniqueList(purposeKey)
      .default([])
      .describe('Always empty: a box that is ticked in advance is no consent (CJEU C-673/17, Planet49).'),
  })
  .superRefine(checkBannerRules, { when: () => true })
export type BannerEntry = z.output<typeof bannerEntry>
