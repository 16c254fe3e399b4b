import { law, type Regime } from '../regime.ts'
import { formerMembers } from './former-members.ts'
import { memberStates } from './member-states.ts'
import { territories } from './territories.ts'

const gdprUrl = 'https://eur-lex.europa.eu/eli/reg/2016/679/oj'
const ePrivacyUrl = 'https://eur-lex.europa.eu/eli/dir/2002/58/oj'
const edpbConsentUrl =
  'https://www.edpb.europa.eu/our-work-tools/our-documents/guidelines/guidelines-052020-consent-under-regulation-2016679_en'

export const gdpr: Regime = {
  key: 'gdpr',
  name: 'General Data Protection Regulation and ePrivacy Directive',
  authority: 'The data protection authority of the member state',
  law: law('Regulation (EU) 2016/679', 'as a whole', gdprUrl),
  places: [...memberStates, ...territories, ...formerMembers],
  editions: [
    {
      version: 1,
      effectiveFrom: '2018-05-25',
      models: {
        // ePrivacy Art. 5(3), last sentence: storage strictly necessary for a service asked for.
        strictly_necessary: 'none',
        // No exemption in the Directive for comfort or for statistics (WP 194, 3.6 and 4.3), only in some member states.
        functional: 'opt_in',
        analytics: 'opt_in',
        // CJEU C-673/17 Planet49: active consent, whether or not the data are personal.
        advertising: 'opt_in',
        sale_or_sharing: 'opt_in',
        // GDPR Art. 9(2)(a).
        sensitive: 'opt_in',
        // Art. 22(2)(c) where a decision follows, ePrivacy Art. 5(3) where the profile is read from the device.
        profiling: 'opt_in',
        // ePrivacy Art. 13(1).
        email_marketing: 'opt_in',
      },
      gpcCategories: [],
      // The Regulation names no term; EDPB asks for a refresh "at appropriate intervals". The year is ours: the
      // authorities that name one say 6 (FR, IE), 12 (LU) and at most 24 months (ES).
      renewAfter: 'P12M',
      ageOfConsent: 16,
      dataRequest: {
        deadline: 'P1M',
        extension: 'P2M',
        rights: [
          'access',
          'erasure',
          'rectification',
          'portability',
          'restriction',
          'objection',
          'withdraw_consent',
          'complaint',
        ],
      },
      // Art. 12(6): where there are reasonable doubts about who asks, until they are settled.
      requestTiming: { clock: 'receipt', movesOffHolidays: true, pausesFor: ['identity'] },
      tcfApplies: true,
      gppSections: [2],
      sources: {
        models: law('Directive 2002/58/EC (ePrivacy)', 'Art. 5(3)', ePrivacyUrl),
        lawfulness: law('Regulation (EU) 2016/679', 'Art. 6(1), 7', gdprUrl),
        sensitive: law('Regulation (EU) 2016/679', 'Art. 9(2)(a)', gdprUrl),
        profiling: law('Regulation (EU) 2016/679', 'Art. 22(2)(c)', gdprUrl),
        email_marketing: law('Directive 2002/58/EC (ePrivacy)', 'Art. 13(1)', ePrivacyUrl),
        renewAfter: law('EDPB Guidelines 05/2020 on consent', 'para. 110-111', edpbConsentUrl),
        ageOfConsent: law('Regulation (EU) 2016/679', 'Art. 8(1)', gdprUrl),
        dataRequest: law('Regulation (EU) 2016/679', 'Art. 12(3), 15-22', gdprUrl),
        requestTiming: law(
          'Regulation (EEC, Euratom) No 1182/71',
          'Art. 3(4)',
          'https://eur-lex.europa.eu/eli/reg/1971/1182/oj',
        ),
        pause: law(
          'EDPB, Guidelines 01/2022 on data subject rights: right of access',
          'section 5.3',
          'https://www.edpb.europa.eu/our-work-tools/our-documents/guidelines/guidelines-012022-data-subject-rights-right-access_en',
        ),
      },
      notes: [
        'Soft opt-in: a seller may mail its own similar products to its customers who did not object (ePrivacy Art. 13(2)). Give such a purpose the legal basis legitimate_interest.',
        'Confirm: whether Sec-GPC is an objection "by automated means using technical specifications" (GDPR Art. 21(5)). LG Berlin, 24 August 2023, 16 O 420/19, held so for Do Not Track; no court of last instance has.',
        'Confirm: the Digital Omnibus (COM(2025) 837) would add Art. 88a and 88b (six months without asking again, browser signals); not adopted when this was written.',
      ],
    },
  ],
}
