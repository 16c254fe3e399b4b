/** People that a target knows before it is fuzzed: `prepareTarget` records for them. Environment `test`. */
export const anonymousRefs: readonly string[] = [
  'anon_h7Qw2ZxV9pLkT4sNbM0cYd',
  'anon_R3tY8uIoP1aSdF6gHjK5lZ',
  'anon_mN4bV7cX2zQ9wE5rT1yU8i',
]
export const plainRefs: readonly string[] = ['user_42', 'customer|eu~7', 'a']
export const emailRefs: readonly string[] = ['email:grace@shop.example', 'email:Ada.Byron@Shop.example']

export const knownRefs: readonly string[] = [
  ...anonymousRefs,
  ...plainRefs,
  ...emailRefs,
  'external_id:crm-9',
]

/** One is recorded for each, and then some: `@@receipt0@@` and on. */
export const receiptCount: number = knownRefs.length
