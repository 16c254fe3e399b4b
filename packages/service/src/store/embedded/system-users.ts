import { readFile } from 'node:fs/promises'
import { userInfo } from 'node:os'

export interface Identity {
  readonly uid: number
  readonly gid: number
}

export interface SystemUser extends Identity {
  readonly name: string
}

export async function readUsers(): Promise<SystemUser[]> {
  const text = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const lines = text.match(/^[^:#\n]+:[^:]*:-?\d+:-?\d+:/gm) ?? []
  return lines.map((line) => {
    const [name = '', , uid, gid] = line.split(':')
    return { name, uid: Number(uid), gid: Number(gid) }
  })
}

export async function findNobody(): Promise<Identity> {
  return (await readUsers()).find((user) => user.name === 'nobody') ?? { uid: 65534, gid: 65534 }
}

/** In containers a process may have a mere number for its user. */
export function isUserNamed(): boolean {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}
