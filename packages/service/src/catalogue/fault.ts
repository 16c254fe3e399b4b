import { OperatorError } from '../kernel/operator-error.ts'

/** What is wrong at one place of a catalogue file, and what to do about it. */
export interface Fault {
  readonly file: string
  /** From 1, like `column`: where the member or the list entry begins, or what should hold it. */
  readonly line: number
  readonly column: number
  /** Dotted, as in an API answer: `purposes.analytics.valid_for`. */
  readonly path: string
  readonly message: string
  readonly hint: string
}

/** A file that cannot be published, with all its faults in the order of the file. */
export class BrokenCatalogueFile extends OperatorError {
  readonly faults: readonly Fault[]

  constructor(faults: readonly Fault[]) {
    super(faults.map(renderFault).join('\n'))
    this.name = 'BrokenCatalogueFile'
    this.faults = faults
  }
}

/** `file:line:column` first, which terminals and editors turn into a link. */
function renderFault({ file, line, column, path, message, hint }: Fault): string {
  const place = path === '' ? '' : `${path}: `
  return `${file}:${line}:${column}  ${place}${message}${hint === '' ? '' : `\n    ${hint}`}`
}
