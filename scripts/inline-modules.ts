import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'

/**
 * A module and all that it imports as one script without imports: each file is a function of its own, run once and in
 * order, so that two files may use one name. For code of this house, which names what it imports and exports, and has
 * no circles. The types are blanked, nothing else is changed, and what comes out can be read.
 *
 * @throws Error on what it does not know how to inline
 */
export function inlineModules(entry: string): string {
  const names = new Map<string, string>()
  const parts: string[] = []

  function add(path: string, importers: readonly string[]): string {
    if (importers.includes(path)) throw new Error(`a circle of imports: ${[...importers, path].join(' > ')}`)
    const known = names.get(path)
    if (known !== undefined) return known
    const exported: string[] = []
    const body = stripTypeScriptTypes(readFileSync(path, 'utf8'))
      .replaceAll(/^import (.+?) from '(\.[^']+)'$/gms, (_, what: string, from: string) => {
        const module = add(join(dirname(path), from), [...importers, path])
        return `const ${bindings(what)} = ${module}`
      })
      .replaceAll(/^export ((?:async )?function|const|class) (\w+)/gm, (_, kind: string, name: string) => {
        exported.push(name)
        return `${kind} ${name}`
      })
      .replaceAll(/^[ \t]+$/gm, '')
      .replaceAll(/[ \t]+$/gm, '')
      .replaceAll(/\n{3,}/g, '\n\n')
    const left = /^(?:import|export)\b.*$/m.exec(body)
    if (left !== null) throw new Error(`${path} has a line that cannot be inlined: ${left[0]}`)
    const name = `module${names.size}`
    names.set(path, name)
    parts.push(
      `// ${path.slice(path.lastIndexOf('/packages/') + 1)}\nconst ${name} = (() => {\n${body.trim()}\nreturn { ${exported.join(', ')} }\n})()\n`,
    )
    return name
  }

  add(entry, [])
  const script = `'use strict'\n${parts.join('\n')}`
  if (/<\/script/i.test(script)) throw new Error('the script would end itself')
  return script
}

/** `{ a, b as c }` and `* as d`, as what stands before the `=` of a const. */
function bindings(what: string): string {
  const all = /^\* as (\w+)$/.exec(what)
  return all?.[1] ?? what.replaceAll(/(\w+) as (\w+)/g, '$1: $2')
}
