const patienceMs = 10_000
/** A token with its certificates has some kilobytes; what is longer is no answer to us. */
const answerMax = 65_536

export interface OutsideAnswer {
  readonly status: number
  readonly body: Buffer
}

/** One POST to an address that the operator named; an answer without end is cut off. */
export async function askOutside(
  url: string,
  { body, type }: { readonly body: Uint8Array | string; readonly type: string },
): Promise<OutsideAnswer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': type },
    body: new Uint8Array(Buffer.from(body)),
    redirect: 'error',
    signal: AbortSignal.timeout(patienceMs),
  })
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > answerMax) throw new Error('the answer is too long')
    chunks.push(chunk)
  }
  return { status: response.status, body: Buffer.concat(chunks) }
}
