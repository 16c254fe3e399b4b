/** The time of recording that a payload of ours bears, Unix ms; undefined for one that bears none. */
export function recordedAt(payload: Buffer): number | undefined {
  const { record } = JSON.parse(payload.toString()) as { readonly record?: { readonly recorded_at: string } }
  return record && Date.parse(record.recorded_at)
}
