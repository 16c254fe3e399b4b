import { toTimestamp } from '../kernel/clock.ts'
import type { RouteKey, Uuid } from '../kernel/id.ts'
import type { DataRequest, DataRequestAction, Deadlines } from './data-request.ts'
import { recordPublicId, subjectId } from './public-id.ts'
import type { Caller, Environment } from './scope.ts'

/** Who brought a change about: a key by its id, the command line, the person behind the mailbox, or the clock. */
export type ChangedBy = `key_${string}` | 'command' | 'person' | 'clock'

/** The key of whoever called. */
export function keyAsChanger({ keyId }: Pick<Caller, 'keyId'>): ChangedBy {
  return `key_${keyId.replace(/^key_/, '')}`
}

/** What is known of a change when its ledger entry is written. */
export interface DataRequestChange {
  readonly environment: Environment
  readonly routeKey: RouteKey
  readonly requestId: Uuid
  readonly recordId: Uuid
  /** 128 random bits, base64url: the payload's hash then hides how few things it can say. */
  readonly nonce: string
  readonly recordedAt: number
  /** Null: it was opened. */
  readonly action: DataRequestAction | null
  readonly by: ChangedBy
  readonly request: DataRequest
  readonly subjectKey: RouteKey | null
  readonly deadlines: Deadlines
}

/** The evidence of a change: what became of the request and why, and nothing that tells who the person is. */
export interface DataRequestPayload {
  readonly nonce: string
  readonly ver: 'assent-data-request/1'
  readonly env: Environment
  readonly record: {
    readonly id: Uuid
    readonly kind: 'data_request'
    readonly seq: number
    readonly recorded_at: string
  }
  readonly event: DataRequestEvent
  readonly data_request: string
  readonly sub: string | null
  readonly by: ChangedBy
  readonly action: string | null
  readonly reason: string | null
  readonly type: string
  readonly status: string
  readonly verification: string
  readonly received_at: string
  readonly due_at: string | null
  readonly rule: string
}

export type DataRequestEvent =
  | 'data_request.created'
  | 'data_request.updated'
  | 'data_request.due_soon'
  | 'data_request.overdue'

export function dataRequestPayload(change: DataRequestChange): DataRequestPayload {
  const { request, action, deadlines, subjectKey } = change
  return {
    nonce: change.nonce,
    ver: 'assent-data-request/1',
    env: change.environment,
    record: {
      id: change.recordId,
      kind: 'data_request',
      seq: request.changes,
      recorded_at: toTimestamp(change.recordedAt),
    },
    event: eventOf(action),
    data_request: recordPublicId('dsr', { routeKey: change.routeKey, recordId: change.requestId }),
    sub: subjectKey === null ? null : subjectId(subjectKey),
    by: change.by,
    action: action === null ? null : action.kind,
    reason: action !== null && 'reason' in action ? action.reason : null,
    type: request.type,
    status: request.status,
    verification: request.verification,
    received_at: toTimestamp(request.receivedAt),
    due_at: deadlines.dueAt === null ? null : toTimestamp(deadlines.dueAt),
    rule: deadlines.rule,
  }
}

function eventOf(action: DataRequestAction | null): DataRequestEvent {
  if (action === null) return 'data_request.created'
  if (action.kind === 'due_soon' || action.kind === 'overdue') return `data_request.${action.kind}`
  return 'data_request.updated'
}
