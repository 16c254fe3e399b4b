import type { PurposeDefinition, PurposeMappings } from '../domain/purpose.ts'
import { type Change, changeOf, listChangeOf } from './change.ts'
import { isShorter } from './iso-duration.ts'

/**
 * What a new version changes, and which of it earlier decisions do not cover. Consent is specific and informed
 * (GDPR Art. 4(11)): whoever agreed did so to what was named then. So what comes in is material; what only goes out
 * is not, since a yes to more covers less. Wording and retention alone are not either (EDPB Guidelines 05/2020, 110:
 * a considerable change); `material_change` in the file says otherwise where that is wrong.
 */
export function diffPurpose(was: PurposeDefinition, becomes: PurposeDefinition, start: number): Change[] {
  const gaining = (
    member: string,
    before: readonly (string | number)[],
    after: typeof before,
    why: string,
  ) => {
    const change = listChangeOf(member, before, after)
    return change && { ...change, material: change.gained.length > 0 ? why : null }
  }
  const mapping = (framework: keyof PurposeMappings) =>
    gaining(
      `mappings.${framework}`,
      was.mappings[framework],
      becomes.mappings[framework],
      'one switch would now turn on more',
    )
  const isShortened = isShorter(becomes.valid_for, was.valid_for, start)
  return [
    always(changeOf('category', was.category, becomes.category), 'another kind of purpose has other rules'),
    always(
      changeOf('legal_basis', was.legal_basis, becomes.legal_basis),
      'an answer on one legal basis is none on another (EDPB Guidelines 05/2020, 121-123)',
    ),
    isShortened
      ? always(
          changeOf('valid_for', was.valid_for, becomes.valid_for),
          'earlier answers would outlast what is promised',
        )
      : changeOf('valid_for', was.valid_for, becomes.valid_for),
    gaining(
      'controllers',
      was.controllers,
      becomes.controllers,
      'people agreed to those who were named (EDPB Guidelines 05/2020, 65)',
    ),
    gaining(
      'recipients',
      was.recipients,
      becomes.recipients,
      'people were not told of them (GDPR Art. 13(1)(e))',
    ),
    gaining(
      'data_categories',
      was.data_categories,
      becomes.data_categories,
      'people were not told of this data (EDPB Guidelines 05/2020, 64)',
    ),
    changeOf('retention', was.retention, becomes.retention),
    mapping('tcf_purposes'),
    mapping('tcf_special_features'),
    mapping('google_consent_mode'),
    mapping('gpp'),
    ...diffTexts(was, becomes),
  ].filter((change) => change !== undefined)
}

function always(change: Change | undefined, why: string): Change | undefined {
  return change && { ...change, material: why }
}

function diffTexts(was: PurposeDefinition, becomes: PurposeDefinition): (Change | undefined)[] {
  const languages = new Set([...Object.keys(was.texts), ...Object.keys(becomes.texts)])
  return [...languages].flatMap((language) => {
    const before = was.texts[language]
    const after = becomes.texts[language]
    return [
      changeOf(`texts.${language}.name`, before?.name ?? null, after?.name ?? null),
      changeOf(`texts.${language}.description`, before?.description ?? null, after?.description ?? null),
    ]
  })
}
