/** Words for people, or with `--json` one JSON document for programs: never both on standard output. */
export interface Output {
  say(line: string): void
  result(value: unknown): void
}

export function openOutput(json: boolean): Output {
  const write = (text: string) => void process.stdout.write(`${text}\n`)
  return {
    say: (line) => {
      if (!json) write(line)
    },
    result: (value) => {
      if (json) write(JSON.stringify(value, null, 2))
    },
  }
}
