import { isUtf8 } from 'node:buffer'
import { publicTargets, type TargetRules } from '../domain/webhook-url.ts'
import { type CatalogueFile, catalogueFile } from './catalogue-file.ts'
import { catalogueJsonSchema } from './catalogue-json-schema.ts'
import { describeIssue } from './describe-issue.ts'
import { BrokenCatalogueFile, type Fault } from './fault.ts'
import { parseSourceDocument } from './source-document.ts'
import { findUrlFaults } from './webhook-entry.ts'

/** Fifty purposes in forty languages fit in half of it; a parser's time grows with the text. */
const bytesMax = 2 * 1024 * 1024

/**
 * The file that some YAML or JSON bytes hold; `name` is what faults call it, `targets` where webhooks may lead to.
 *
 * @throws BrokenCatalogueFile with all that is wrong
 */
export function readCatalogueFile(
  name: string,
  bytes: Uint8Array,
  targets: TargetRules = publicTargets,
): CatalogueFile {
  const { value, faults, positionOf } = parseSourceDocument(decode(name, bytes))
  const found: Fault[] = faults.map((fault) => ({ file: name, path: '', ...fault }))
  const parsed = value === undefined ? undefined : catalogueFile.safeParse(value)
  const urlFaults = findUrlFaults(value, targets)
  if (parsed?.success && found.length + urlFaults.length === 0) return parsed.data
  const schema = catalogueJsonSchema()
  const issues = parsed?.error?.issues ?? []
  const described = issues.flatMap((issue) => describeIssue(issue, schema, value))
  for (const { path, message, hint } of [...described, ...urlFaults])
    found.push({ file: name, ...positionOf(path), path: path.join('.'), message, hint })
  throw new BrokenCatalogueFile(found.sort(inOrderOfTheFile))
}

function inOrderOfTheFile(one: Fault, other: Fault): number {
  return one.line - other.line || one.column - other.column
}

function decode(name: string, bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes)
  if (bytes.length > bytesMax)
    throw brokenAt(
      1,
      `is larger than ${bytesMax} bytes`,
      'A catalogue is much smaller: is this the right file?',
    )
  if (!isUtf8(bytes))
    throw brokenAt(
      text.slice(0, text.indexOf('\ufffd')).split('\n').length,
      'is not UTF-8',
      'Save it as UTF-8.',
    )
  return text

  function brokenAt(line: number, message: string, hint: string): BrokenCatalogueFile {
    return new BrokenCatalogueFile([{ file: name, line, column: 1, path: '', message, hint }])
  }
}
