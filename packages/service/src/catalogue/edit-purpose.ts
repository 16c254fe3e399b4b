import type { PurposeDefinition, PurposeVersion } from '../domain/purpose.ts'
import { toTimestamp } from '../kernel/clock.ts'
import type { Change } from './change.ts'
import { diffPurpose } from './diff-purpose.ts'
import { publishPurpose } from './purpose-document.ts'

/** What a file says of a purpose, and from when (Unix ms). */
export interface PurposeStatement {
  readonly definition: PurposeDefinition
  /** `material_change` in the file. */
  readonly override: boolean | undefined
  readonly start: number
}

export interface PurposeEdit extends Judgement {
  readonly changes: readonly Change[]
  /** Undefined where nothing new is said: the last one stays. */
  readonly version: PurposeVersion | undefined
}

interface Judgement {
  /** Whether decisions on earlier versions stop covering this one. */
  readonly material: boolean
  readonly decidedBy: 'rule' | 'file'
  readonly notes: readonly string[]
}

/** The version that follows `last`, if the statement differs from it. */
export function editPurpose(last: PurposeVersion | undefined, statement: PurposeStatement): PurposeEdit {
  const { definition, override, start } = statement
  const changes = last === undefined ? [] : diffPurpose(last, definition, start)
  const judgement = judge(changes, override)
  if (last !== undefined && changes.length === 0) return { ...judgement, changes, version: undefined }
  // A clock that was set back must not put a version into force before the one it replaces.
  const from = last === undefined ? start : Math.max(start, Date.parse(last.effective_from))
  const version = publishPurpose(definition, {
    version: (last?.version ?? 0) + 1,
    material_change: judgement.material,
    effective_from: toTimestamp(from),
  })
  return { ...judgement, changes, version }
}

function judge(changes: readonly Change[], override: boolean | undefined): Judgement {
  const byRule = changes.some(({ material }) => material !== null)
  if (override === undefined) return { material: byRule, decidedBy: 'rule', notes: [] }
  if (changes.length === 0)
    return {
      material: false,
      decidedBy: 'rule',
      notes: [
        `There is no edit that material_change: ${override} could speak of; it would decide the next one.`,
      ],
    }
  // The two do not even take the same answers (contract section 12, "Decisions").
  if (!override && changes.some(({ member }) => member === 'legal_basis'))
    return {
      material: true,
      decidedBy: 'rule',
      notes: ['material_change: false cannot carry answers over to another legal basis and is not followed.'],
    }
  const overruled = `material_change: ${override} overrules the rule, which finds this ${override ? 'not ' : ''}material. Take it out once this is applied.`
  return { material: override, decidedBy: 'file', notes: override === byRule ? [] : [overruled] }
}
