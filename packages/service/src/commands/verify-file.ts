import { verifyReceipt } from '@assent/evidence'
import type { Given } from './command.ts'
import type { Output } from './output.ts'
import { readJson, readText, readTrust } from './read-trust.ts'

const says = {
  valid: 'VALID: signed by a key of the key set, and in the log whose key you gave.',
  valid_but_not_logged: 'SIGNED, but not shown to be in a log that you trust.',
  erased: 'ERASED: the claims are gone; what is left is the proof that there were some.',
  invalid: 'INVALID: a finding above says why.',
} as const

const marks = new Map([
  [true, 'ok      '],
  [false, 'FAILED  '],
])

/** Exit code 0 when everything holds that could be checked with what was given, else 1. */
export async function verifyFile(output: Output, given: Given): Promise<void> {
  const trust = readTrust(given)
  const receipt = readText(String(given['file'])).trim()
  const { verdict, findings } = await verifyReceipt(receipt, readJson(String(given['keys'])), trust)
  for (const { check, ok, detail } of findings)
    output.say(`${ok === null ? 'open    ' : marks.get(ok)}${check.padEnd(18)}${detail}`)
  output.say(says[verdict])
  output.result({ verdict, findings })
  // Without a key of a log nobody asked whether the receipt is in one.
  const isEnough = verdict === 'valid' || (verdict === 'valid_but_not_logged' && trust.logKeys.length === 0)
  if (!isEnough) process.exitCode = 1
}
