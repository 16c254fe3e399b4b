/** A moment for people, milliseconds since 1970; evidence from outside may name moments that no calendar has. */
export function formatInstant(ms: number): string {
  const date = new Date(ms)
  return Number.isNaN(date.getTime()) ? `${ms} ms after 1970` : date.toISOString()
}
