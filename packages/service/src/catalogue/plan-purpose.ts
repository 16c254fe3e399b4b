import { isAsked, type Purpose, type PurposeVersion } from '../domain/purpose.ts'
import type { Change } from './change.ts'
import { diffPurpose } from './diff-purpose.ts'
import { editPurpose, type PurposeStatement } from './edit-purpose.ts'
import { definePurpose } from './purpose-document.ts'
import type { PurposeEntry } from './purpose-entry.ts'
import type { PlanRefusal } from './refused-plan.ts'

export interface PurposePlan {
  readonly key: string
  readonly action: 'added' | 'changed' | 'restored' | 'retired' | 'unchanged'
  /** In force now; null: none is. */
  readonly fromVersion: number | null
  /** In force afterwards; null: none will be. */
  readonly toVersion: number | null
  readonly changes: readonly Change[]
  /** Whether decisions on earlier versions stop covering the new one. */
  readonly material: boolean
  /** The default rule, or `material_change` in the file. */
  readonly decidedBy: 'rule' | 'file'
  /** Material, and put to people at all. */
  readonly asksAgain: boolean
  readonly publishes: readonly PurposeVersion[]
  readonly notes: readonly string[]
}

interface Facts {
  readonly key: string
  readonly entry: PurposeEntry
  readonly controllerName: string
  /** Also when it is retired: versions count on over a time in which the purpose was not offered. */
  readonly published: Purpose | undefined
  readonly isRetired: boolean
  readonly now: number
}

export function planPurpose(facts: Facts): {
  readonly plan: PurposePlan
  readonly purpose: Purpose
  readonly refusals: readonly PlanRefusal[]
} {
  const { key, entry, controllerName, published, isRetired, now } = facts
  const earlier = entry.history.map((version) => ({
    definition: definePurpose(key, version, controllerName),
    override: version.material_change,
    start: Date.parse(version.effective_from),
  }))
  const before = published?.versions ?? publishInOrder(earlier)
  const edit = editPurpose(before.at(-1), {
    definition: definePurpose(key, entry, controllerName),
    override: entry.material_change,
    start: now,
  })
  const versions = edit.version === undefined ? before : [...before, edit.version]
  const current = versions.at(-1)
  if (current === undefined) throw new Error('a first statement always makes a version')

  const isEdited = published !== undefined && edit.version !== undefined
  const asksAgain = isEdited && edit.material && isAsked(current)
  const plan: PurposePlan = {
    key,
    action: published === undefined ? 'added' : isEdited ? 'changed' : isRetired ? 'restored' : 'unchanged',
    fromVersion: isRetired ? null : (published?.current.version ?? null),
    toVersion: current.version,
    changes: isEdited ? edit.changes : [],
    material: isEdited && edit.material,
    decidedBy: edit.decidedBy,
    asksAgain,
    publishes: versions.slice(published?.versions.length ?? 0),
    notes:
      isEdited && edit.material && !asksAgain
        ? [
            ...edit.notes,
            `Nobody is asked, since it rests on ${current.legal_basis}: tell people (GDPR Art. 13(3)).`,
          ]
        : edit.notes,
  }
  const refusals =
    published === undefined ? refuseFuture(key, earlier, now) : refuseRewriting(published, earlier)
  return { plan, purpose: { key, current, versions }, refusals }
}

export function planRetirement(purpose: Purpose): PurposePlan {
  return {
    key: purpose.key,
    action: 'retired',
    fromVersion: purpose.current.version,
    toVersion: null,
    changes: [],
    material: false,
    decidedBy: 'rule',
    asksAgain: false,
    publishes: [],
    notes: ['It is no longer offered. What was recorded stays, and its receipts can still be checked.'],
  }
}

function publishInOrder(statements: readonly PurposeStatement[]): PurposeVersion[] {
  const versions: PurposeVersion[] = []
  for (const statement of statements) {
    const { version } = editPurpose(versions.at(-1), statement)
    if (version !== undefined) versions.push(version)
  }
  return versions
}

function refuseFuture(key: string, earlier: readonly PurposeStatement[], now: number): PlanRefusal[] {
  return earlier.flatMap(({ start }, index) =>
    start <= now
      ? []
      : [
          {
            path: `purposes.${key}.history.${index}.effective_from`,
            message: 'lies in the future',
            hint: 'History is what people were shown before today.',
          },
        ],
  )
}

/** What was published is evidence: a file may repeat it and can never alter it. */
function refuseRewriting({ key, versions }: Purpose, earlier: readonly PurposeStatement[]): PlanRefusal[] {
  return earlier.flatMap(({ definition, start }, index) => {
    const version = versions[index]
    if (version !== undefined && diffPurpose(version, definition, start).length === 0) return []
    return [
      {
        path: `purposes.${key}.history.${index}`,
        message:
          version === undefined
            ? `version ${index + 1} was never published here`
            : `is not version ${index + 1} as it was published`,
        hint: 'A published version never changes, and none can be put before it: make history what was published, or take it out.',
      },
    ]
  })
}
