import { documentHash } from '../../catalogue/canonical-document.ts'
import type { BannerAnswer } from './banner-answer.ts'

const answer = { background: '#1f4b99', text: '#ffffff' }

const document: Omit<BannerAnswer, 'hash'> = {
  id: 'bnr_3:en',
  version: 3,
  language: 'en',
  show: true,
  reason: 'consent_needed',
  policy: {
    regime: 'gdpr',
    country: 'DE',
    region: null,
    model: 'opt_in',
    matched_by: 'country',
    version: 7,
  },
  content: {
    title: 'Your privacy',
    body: 'Example Shop GmbH would like to store and read information on your device for the purposes listed here.',
    buttons: {
      accept_all: 'Accept all',
      reject_all: 'Reject all',
      customize: 'Choose',
      save: 'Save choices',
    },
    links: [{ kind: 'privacy_policy', label: 'Privacy policy', url: 'https://shop.example/privacy' }],
  },
  layout: {
    kind: 'box',
    position: 'bottom',
    direction: 'ltr',
    first_layer: ['reject_all', 'accept_all', 'customize'],
  },
  theme: {
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
  },
  purposes: [
    {
      key: 'analytics',
      version: 2,
      name: 'Measuring how the shop is used',
      description: 'We count visits and see which pages help.',
      category: 'analytics',
      legal_basis: 'consent',
      required: false,
      default: 'denied',
      asked: true,
      text_hash: 'qL8R4QIcQ_ZsRqOAbeRfcZhilN_MksRtDaErMA6qq3w',
    },
  ],
  google_consent_mode: {
    default: {
      ad_storage: 'denied',
      ad_user_data: 'denied',
      ad_personalization: 'denied',
      analytics_storage: 'denied',
      functionality_storage: 'denied',
      personalization_storage: 'denied',
      security_storage: 'granted',
    },
  },
  tcf_applies: true,
  gpp_sections: [2],
}

export const bannerExample: BannerAnswer = { ...document, hash: documentHash(document) }
