// Everything that must hold before a commit lands, in the order of what fails fastest.
import { spawnSync } from 'node:child_process'

const steps: readonly (readonly [name: string, command: string, args: readonly string[]])[] = [
  ['format and lint', 'biome', ['check', '.']],
  ['types of evidence', 'tsc', ['-p', 'packages/evidence']],
  ['types of signals', 'tsc', ['-p', 'packages/signals']],
  ['types of everything', 'tsc', ['-p', 'packages/service']],
  ['tests', process.execPath, ['scripts/test.ts']],
]

for (const [name, command, args] of steps) {
  process.stdout.write(`\n== ${name}\n`)
  const { status } = spawnSync(command, args, { stdio: 'inherit' })
  if (status !== 0) {
    process.stderr.write(`\n${name}: failed\n`)
    process.exit(1)
  }
}
process.stdout.write('\nAll checks hold.\n')
