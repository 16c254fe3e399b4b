/** How a transaction under the Multi-State Privacy Agreement is signalled, for its signatories only. */
export interface MspaModes {
  readonly optOutOption: boolean
  readonly serviceProvider: boolean
}

/** What a project sets up for GPP. */
export interface GppSettings {
  /** The sections it writes, by API prefix or id; `resolveGppSections` reads them. */
  readonly sections: readonly (string | number)[]
  /**
   * Whether the notices of processing and of the rights to opt out are given: on the site, a link in the footer
   * counts. Without a notice no section may say that somebody did not opt out.
   */
  readonly isNoticeGiven: boolean
  /** Null for transactions the MSPA does not cover, which is every project that has not signed it. */
  readonly mspa: MspaModes | null
  /** Version of a section by API prefix, where it is not the newest: `{ usnat: 1 }` for readers stuck in 2023. */
  readonly versions: Readonly<Record<string, number>>
}
