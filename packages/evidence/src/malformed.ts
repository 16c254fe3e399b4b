/**
 * Thrown by every decoder and parser of this package when the bytes or the text it was given break their
 * format. The verifiers (`verifyReceipt`, `auditLog`, `auditSubject`) catch it and report a finding instead.
 */
export class Malformed extends Error {
  override readonly name = 'Malformed'
}

/** What the parser returns, or what it throws of malformed input: for whoever makes a finding of that. */
export function unlessMalformed<T>(parse: () => T): T | Malformed {
  try {
    return parse()
  } catch (error) {
    if (error instanceof Malformed) return error
    throw error
  }
}
