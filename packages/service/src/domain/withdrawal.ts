import type { Controller } from './catalogue.ts'

/** Where a person, not a program, can take back what they agreed to (GDPR Art. 7(3)): as the controller tells them. */
export function withdrawalAddress({ privacy_policy_url, contact }: Controller): string {
  if (privacy_policy_url !== null) return privacy_policy_url
  return contact.includes('@') && !contact.includes('/') ? `mailto:${contact}` : contact
}
