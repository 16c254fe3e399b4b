import {
  additionalConsent,
  type GppField,
  knownChildConsents,
  MSPA_FIELDS,
  optOut,
  optOutNotice,
  processingNotice,
  SENSITIVE_ACTIVITIES,
  sensitiveConsents,
  sensitiveOptOuts,
  version,
} from './gpp-field.ts'
import type { UsSectionRow } from './us-section.ts'

const SHARING_NOTICE = processingNotice('SharingNotice')
const PROCESSING_NOTICE = processingNotice('ProcessingNotice')
const SALE_NOTICE = optOutNotice('SaleOptOutNotice', ['sale'])
const SHARING_OPT_OUT_NOTICE = optOutNotice('SharingOptOutNotice', ['sharing'])
const TARGETING_NOTICE = optOutNotice('TargetedAdvertisingOptOutNotice', ['targeted_advertising'])
const SENSITIVE_NOTICE = optOutNotice('SensitiveDataProcessingOptOutNotice', SENSITIVE_ACTIVITIES)
const LIMIT_USE_NOTICE = optOutNotice('SensitiveDataLimitUseNotice', SENSITIVE_ACTIVITIES)
const IOWA_SENSITIVE_NOTICE = optOutNotice('SensitiveDataOptOutNotice', SENSITIVE_ACTIVITIES)
const SALE = optOut('SaleOptOut', 'sale')
const SHARING = optOut('SharingOptOut', 'sharing')
const TARGETING = optOut('TargetedAdvertisingOptOut', 'targeted_advertising')
const PERSONAL_DATA = additionalConsent('PersonalDataConsents')
const ADDITIONAL_DATA = additionalConsent('AdditionalDataProcessingConsent')

// What most states share. Origin, beliefs, health, sex life, citizenship, genetics, biometrics and place are the first
// eight categories of the national section too.
const NOTICES: readonly GppField[] = [SALE_NOTICE, TARGETING_NOTICE]
const OPT_OUTS: readonly GppField[] = [SALE, TARGETING]
const EIGHT = [1, 2, 3, 4, 5, 6, 7, 8]

const NATIONAL_NOTICES: readonly GppField[] = [
  SHARING_NOTICE,
  SALE_NOTICE,
  SHARING_OPT_OUT_NOTICE,
  TARGETING_NOTICE,
  SENSITIVE_NOTICE,
  LIMIT_USE_NOTICE,
]
const NATIONAL_OPT_OUTS: readonly GppField[] = [SALE, SHARING, TARGETING]

/**
 * The US sections, written from their specifications in the repository Global-Privacy-Platform (commit b27beb4). A new
 * section is one more row.
 */
export const US_SECTIONS: readonly UsSectionRow[] = [
  {
    id: 7,
    name: 'usnat',
    specification: 'Sections/US-National: 2.0, October 2024; 1.0, December 2022',
    hasGpc: true,
    layouts: [
      {
        version: 2,
        fields: [
          version(2),
          ...NATIONAL_NOTICES,
          ...NATIONAL_OPT_OUTS,
          sensitiveConsents([...EIGHT, 9, 10, 11, 12, 13, 14, 15, 16]),
          knownChildConsents(3),
          PERSONAL_DATA,
          ...MSPA_FIELDS,
        ],
      },
      {
        version: 1,
        fields: [
          version(1),
          ...NATIONAL_NOTICES,
          ...NATIONAL_OPT_OUTS,
          sensitiveConsents([...EIGHT, 9, 10, 11, 12]),
          knownChildConsents(2),
          PERSONAL_DATA,
          ...MSPA_FIELDS,
        ],
      },
    ],
  },
  state(8, 'usca', 'Sections/US-States/CA: 1.0, December 2022', 'gpc', [
    SALE_NOTICE,
    SHARING_OPT_OUT_NOTICE,
    LIMIT_USE_NOTICE,
    SALE,
    SHARING,
    sensitiveOptOuts([9, 10, 8, [1, 2, 11], 12, 6, 7, 3, 4]),
    knownChildConsents(2),
    PERSONAL_DATA,
  ]),
  state(9, 'usva', 'Sections/US-States/VA: 1.0, December 2022', 'no gpc', [
    SHARING_NOTICE,
    ...NOTICES,
    ...OPT_OUTS,
    sensitiveConsents(EIGHT),
    knownChildConsents(null),
  ]),
  state(10, 'usco', 'Sections/US-States/CO: 1.0, December 2022', 'gpc', [
    SHARING_NOTICE,
    ...NOTICES,
    ...OPT_OUTS,
    sensitiveConsents([1, 2, 3, 4, 5, 6, 7]),
    knownChildConsents(null),
  ]),
  state(11, 'usut', 'Sections/US-States/UT: 1.0, December 2022', 'no gpc', [
    SHARING_NOTICE,
    ...NOTICES,
    SENSITIVE_NOTICE,
    ...OPT_OUTS,
    sensitiveOptOuts([1, 2, 4, 5, 3, 6, 7, 8]),
    knownChildConsents(null),
  ]),
  state(12, 'usct', 'Sections/US-States/CT: 1.0, December 2022', 'gpc', [
    SHARING_NOTICE,
    ...NOTICES,
    ...OPT_OUTS,
    sensitiveConsents(EIGHT),
    knownChildConsents(3),
  ]),
  state(13, 'usfl', 'Sections/US-States/FL: 1.0, May 2024', 'no gpc', [
    PROCESSING_NOTICE,
    ...NOTICES,
    ...OPT_OUTS,
    sensitiveConsents(EIGHT),
    knownChildConsents(3),
    ADDITIONAL_DATA,
  ]),
  // Montana calls its notice of processing SharingNotice.
  state(14, 'usmt', 'Sections/US-States/MT: 1.0, May 2024', 'gpc', [
    SHARING_NOTICE,
    ...NOTICES,
    ...OPT_OUTS,
    sensitiveConsents(EIGHT),
    knownChildConsents(3),
    ADDITIONAL_DATA,
  ]),
  state(15, 'usor', 'Sections/US-States/OR: 1.0, May 2024', 'gpc', [
    PROCESSING_NOTICE,
    ...NOTICES,
    ...OPT_OUTS,
    sensitiveConsents([1, 2, 3, 4, 16, 5, 15, 14, 6, 7, 8]),
    knownChildConsents(3),
    ADDITIONAL_DATA,
  ]),
  state(16, 'ustx', 'Sections/US-States/TX: 1.0, May 2024', 'gpc', [
    PROCESSING_NOTICE,
    ...NOTICES,
    ...OPT_OUTS,
    sensitiveConsents(EIGHT),
    knownChildConsents(null),
    ADDITIONAL_DATA,
  ]),
  state(17, 'usde', 'Sections/US-States/DE: 1.0, July 2024', 'gpc', [
    PROCESSING_NOTICE,
    ...NOTICES,
    ...OPT_OUTS,
    sensitiveConsents([...EIGHT, 16]),
    knownChildConsents(5),
    ADDITIONAL_DATA,
  ]),
  state(18, 'usia', 'Sections/US-States/IA: 1.0, July 2024', 'gpc', [
    PROCESSING_NOTICE,
    ...NOTICES,
    IOWA_SENSITIVE_NOTICE,
    ...OPT_OUTS,
    sensitiveOptOuts(EIGHT),
    knownChildConsents(null),
  ]),
  state(19, 'usne', 'Sections/US-States/NE: 1.0, July 2024', 'gpc', [
    PROCESSING_NOTICE,
    ...NOTICES,
    ...OPT_OUTS,
    sensitiveConsents(EIGHT),
    knownChildConsents(null),
    ADDITIONAL_DATA,
  ]),
  state(20, 'usnh', 'Sections/US-States/NH: 1.0, July 2024', 'gpc', [
    PROCESSING_NOTICE,
    ...NOTICES,
    ...OPT_OUTS,
    sensitiveConsents(EIGHT),
    knownChildConsents(3),
    ADDITIONAL_DATA,
  ]),
  state(21, 'usnj', 'Sections/US-States/NJ: 1.0, July 2024', 'gpc', [
    PROCESSING_NOTICE,
    ...NOTICES,
    ...OPT_OUTS,
    sensitiveConsents([...EIGHT, 16, 10]),
    knownChildConsents(5),
    ADDITIONAL_DATA,
  ]),
  // The specification writes KnownChildSensitiveDataConsent here and nowhere else; every implementation has the plural.
  state(22, 'ustn', 'Sections/US-States/TN: 1.0, July 2024', 'gpc', [
    PROCESSING_NOTICE,
    ...NOTICES,
    ...OPT_OUTS,
    sensitiveConsents(EIGHT),
    knownChildConsents(null),
    ADDITIONAL_DATA,
  ]),
  state(23, 'usmn', 'Sections/US-States/MN: 1.0, August 2025', 'gpc', [
    PROCESSING_NOTICE,
    ...NOTICES,
    ...OPT_OUTS,
    sensitiveConsents(EIGHT),
    knownChildConsents(null),
    ADDITIONAL_DATA,
  ]),
]

/** A state's section: one layout, version 1, with the MSPA fields every section ends with. */
function state(
  id: number,
  name: string,
  specification: string,
  gpc: 'gpc' | 'no gpc',
  fields: readonly GppField[],
): UsSectionRow {
  const layout = { version: 1, fields: [version(1), ...fields, ...MSPA_FIELDS] }
  return { id, name, specification, hasGpc: gpc === 'gpc', layouts: [layout] }
}
