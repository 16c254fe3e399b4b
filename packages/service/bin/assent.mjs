#!/usr/bin/env node
// Plain JavaScript, so that any Node can say what is missing instead of failing on a type.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major > 22 || (major === 22 && minor >= 18)) await import('../src/main.ts')
else {
  process.stderr.write(
    `This is Node ${process.version}; Assent needs 22.18 or newer and brings its own: run "npx assent …" or "npm start" in the project's folder.\n`,
  )
  process.exit(1)
}
