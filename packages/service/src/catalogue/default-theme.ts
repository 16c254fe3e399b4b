import type { BannerTheme } from '../domain/banner.ts'

const answer = { background: '#1f4b99', text: '#ffffff' }

/** What a banner looks like where the file does not say: both answers alike, all contrasts above 4.5 to 1. */
export const defaultTheme: BannerTheme = {
  background: '#ffffff',
  text: '#1b1b1f',
  link: '#0b4f9c',
  radius: 8,
  buttons: {
    accept_all: answer,
    reject_all: answer,
    customize: { background: '#e8ecf4', text: '#1b1b1f' },
    save: answer,
  },
}
