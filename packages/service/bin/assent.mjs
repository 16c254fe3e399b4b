#!/usr/bin/env -S node --max-semi-space-size=16
// The flag keeps a busy server under 300 MB: V8's own 64 MB for what dies young triples, and half of it is as fast.
// Plain JavaScript, so that any Node can say what is missing instead of failing on a type.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major > 22 || (major === 22 && minor >= 18)) await import('../src/main.ts')
else {
  process.stderr.write(
    `This is Node ${process.version}; Assent needs 22.18 or newer and brings its own: run "npx assent …" or "npm start" in the project's folder.\n`,
  )
  process.exit(1)
}
