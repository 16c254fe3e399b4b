import { refuseIssues, type SignalIssue } from '../signal-error.ts'

/** One vendor, as far as signals depend on it. */
export interface Vendor {
  readonly id: number
  readonly name: string
  /** Purposes declared on consent. */
  readonly purposes: readonly number[]
  /** Purposes declared on legitimate interest. */
  readonly legIntPurposes: readonly number[]
  /** Those of either for which the vendor accepts the other basis, if a publisher requires it. */
  readonly flexiblePurposes: readonly number[]
  readonly specialPurposes: readonly number[]
  /** From this instant on the vendor must not be shown: milliseconds since 1970, UTC. */
  readonly deletedAtMs: number | null
}

/** Whether a vendor must not be shown at an instant: from its `deletedDate` on. */
export function isDeletedAt({ deletedAtMs }: Vendor, atMs: number): boolean {
  return deletedAtMs !== null && deletedAtMs <= atMs
}

/** One version of the published vendor list (TCF, "The Global Vendor List", specification version 3). */
export interface VendorList {
  readonly vendorListVersion: number
  readonly tcfPolicyVersion: number
  readonly lastUpdatedMs: number
  /** Ids of the standard purposes, ascending; likewise special features. */
  readonly purposes: readonly number[]
  readonly specialFeatures: readonly number[]
  /** Ascending by id. */
  readonly vendors: readonly Vendor[]
}

const ISSUES_MAX = 20
const NOT_AN_OBJECT = 'is not an object'

/** The members of the published JSON that are read, before anyone looked at them. */
interface ListJson {
  readonly gvlSpecificationVersion?: unknown
  readonly vendorListVersion?: unknown
  readonly tcfPolicyVersion?: unknown
  readonly lastUpdated?: unknown
  readonly purposes?: unknown
  readonly specialFeatures?: unknown
  readonly vendors?: unknown
}

interface VendorJson {
  readonly id?: unknown
  readonly name?: unknown
  readonly purposes?: unknown
  readonly legIntPurposes?: unknown
  readonly flexiblePurposes?: unknown
  readonly specialPurposes?: unknown
  readonly deletedDate?: unknown
}

/**
 * Reads the published JSON of a vendor list.
 *
 * Strict about the shape of everything signals depend on, silent about the rest: texts, members it does not know
 * and whatever later versions add. Arrays that the specification lets a vendor leave out are empty.
 *
 * @throws SignalError `invalid_vendor_list` with up to 20 issues, their paths as in the JSON
 */
export function parseVendorList(json: unknown): VendorList {
  const issues: SignalIssue[] = []
  const read = new Shape(issues)
  const root: ListJson = read.object(json, '')
  if (root.gvlSpecificationVersion !== 3) {
    issues.push({ path: 'gvlSpecificationVersion', message: 'only specification version 3 is read' })
  }
  const list: VendorList = {
    vendorListVersion: read.integer(root.vendorListVersion, 'vendorListVersion', 1, 4095),
    tcfPolicyVersion: read.integer(root.tcfPolicyVersion, 'tcfPolicyVersion', 1, 63),
    lastUpdatedMs: read.time(root.lastUpdated, 'lastUpdated'),
    purposes: read.keys(root.purposes, 'purposes', 24),
    specialFeatures: read.keys(root.specialFeatures, 'specialFeatures', 12),
    vendors: parseVendors(read, root.vendors),
  }
  refuseIssues('invalid_vendor_list', 'vendor list', issues.slice(0, ISSUES_MAX))
  return list
}

function parseVendors(read: Shape, json: unknown): Vendor[] {
  const vendors = Object.entries(read.object(json, 'vendors')).flatMap(([key, value]): Vendor[] => {
    const path = `vendors.${key}`
    if (!isObject(value)) {
      read.fault(path, NOT_AN_OBJECT)
      return []
    }
    const vendor: VendorJson = value
    const id = read.integer(vendor.id, `${path}.id`, 1, 65_535)
    if (String(id) !== key) read.fault(`${path}.id`, `is ${id} under the key ${key}`)
    const purposeIds = (name: keyof VendorJson) => read.ids(vendor[name], `${path}.${name}`, 24)
    const parsed: Vendor = {
      id,
      name: read.text(vendor.name, `${path}.name`),
      purposes: purposeIds('purposes'),
      legIntPurposes: purposeIds('legIntPurposes'),
      flexiblePurposes: purposeIds('flexiblePurposes'),
      specialPurposes: purposeIds('specialPurposes'),
      deletedAtMs:
        vendor.deletedDate === undefined ? null : read.time(vendor.deletedDate, `${path}.deletedDate`),
    }
    return [parsed]
  })
  return vendors.sort((a, b) => a.id - b.id)
}

/** Takes values out of unknown JSON; what is not of the shape wanted becomes an issue and a harmless stand-in. */
class Shape {
  readonly #issues: SignalIssue[]

  constructor(issues: SignalIssue[]) {
    this.#issues = issues
  }

  fault(path: string, message: string): void {
    this.#issues.push({ path, message })
  }

  object(value: unknown, path: string): object {
    if (isObject(value)) return value
    this.fault(path, NOT_AN_OBJECT)
    return {}
  }

  integer(value: unknown, path: string, min: number, max: number): number {
    if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value
    this.fault(path, `is not an integer from ${min} to ${max}`)
    return min
  }

  text(value: unknown, path: string): string {
    if (typeof value === 'string') return value
    this.fault(path, 'is not a text')
    return ''
  }

  time(value: unknown, path: string): number {
    const time = typeof value === 'string' ? Date.parse(value) : Number.NaN
    if (!Number.isNaN(time)) return time
    this.fault(path, 'is not a date and time')
    return 0
  }

  ids(value: unknown, path: string, max: number): number[] {
    if (value === undefined) return []
    if (Array.isArray(value)) return value.map((id, index) => this.integer(id, `${path}.${index}`, 1, max))
    this.fault(path, 'is not a list of ids')
    return []
  }

  keys(value: unknown, path: string, max: number): number[] {
    const ids = Object.keys(this.object(value, path)).map((key) =>
      this.integer(Number(key), `${path}.${key}`, 1, max),
    )
    return ids.sort((a, b) => a - b)
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
