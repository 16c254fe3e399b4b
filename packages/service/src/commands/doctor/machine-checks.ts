import { stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { greetMailServer, MailNotTaken } from '../../delivery/mailer.ts'
import { keysFileOf } from '../../first-start.ts'
import { CannotStart } from '../../kernel/cannot-start.ts'
import type { Config } from '../../kernel/config.ts'
import { findMasterKey, type MasterKey, masterKeyFile } from '../../kernel/master-key.ts'
import { asBytes, type Finding, fault, fine, warning } from './finding.ts'

const gigabyte = 1024 ** 3
/** The built-in PostgreSQL may keep 4 GB of write-ahead log; beside a database elsewhere there are only small files. */
const space = {
  embedded: { fault: gigabyte, warning: 5 * gigabyte },
  elsewhere: { fault: gigabyte / 16, warning: gigabyte / 4 },
}

export function checkSettings(config: Config): readonly Finding[] {
  const findings: Finding[] = []
  if (config.allowUnsafeDatabase)
    findings.push(
      fault(
        'settings',
        'ASSENT_UNSAFE_DATABASE is true: acknowledged records may be lost',
        'Unset it; it is for crash tests alone.',
      ),
    )
  if (config.publicUrl === undefined)
    findings.push(
      warning(
        'settings',
        'ASSENT_PUBLIC_URL is not set: receipts name the address the server listens on',
        'Set it before the first record that counts; it is part of every receipt.',
      ),
    )
  if (config.publicUrl?.startsWith('http:') === true)
    findings.push(
      warning(
        'settings',
        'ASSENT_PUBLIC_URL has no TLS',
        'Put a proxy with TLS in front, and write https:// (docs/operations.md, Behind a proxy).',
      ),
    )
  return findings.length === 0 ? [fine('settings', 'complete')] : findings
}

/** The key, if there is one; it is looked for and never made. */
export async function checkMasterKeyFile(
  config: Config,
): Promise<{ readonly masterKey: MasterKey | undefined; readonly findings: readonly Finding[] }> {
  const check = 'master key'
  try {
    const masterKey = findMasterKey(config.masterKey, config.dataDir)
    if (masterKey === undefined)
      return {
        masterKey,
        findings: [
          warning(
            check,
            'there is none yet',
            'The first start makes one. If this database is older than that, put its own key back instead.',
          ),
        ],
      }
    if (config.masterKey !== undefined)
      return { masterKey, findings: [fine(check, 'given by ASSENT_MASTER_KEY')] }
    const path = masterKeyFile(config.dataDir)
    const open = await isOpenToOthers(path)
    const finding = open
      ? fault(check, `${path} can be read by others`, `Run: chmod 600 ${path}`)
      : fine(check, `kept in ${path}`)
    return { masterKey, findings: [finding] }
  } catch (error) {
    if (!(error instanceof CannotStart)) throw error
    return {
      masterKey: undefined,
      findings: [fault(check, error.message, 'Put the file back from its backup; a new key opens nothing.')],
    }
  }
}

export async function checkKeysFile({ dataDir }: Config): Promise<readonly Finding[]> {
  const path = keysFileOf(dataDir)
  const open = await isOpenToOthers(path)
  if (open === undefined) return [fine('keys file', 'not there any more')]
  if (open) return [fault('keys file', `${path} can be read by others`, `Run: chmod 600 ${path}`)]
  return [
    warning(
      'keys file',
      `${path} still holds the keys of the first start`,
      'Before going live: move the keys to where they belong, and delete it.',
    ),
  ]
}

export async function checkDiskSpace({ dataDir, databaseUrl }: Config): Promise<readonly Finding[]> {
  const folder = await nearestFolder(dataDir)
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  const least = databaseUrl === undefined ? space.embedded : space.elsewhere
  const found = `${asBytes(free)} free at ${folder}`
  if (free < least.fault)
    return [
      fault('disk', found, 'Make room now: on a full disk nothing is recorded (503), and nothing is lost.'),
    ]
  if (free < least.warning)
    return [
      warning('disk', found, `Make room: below ${asBytes(least.warning)} it can run out in a busy hour.`),
    ]
  return [fine('disk', found)]
}

export async function checkMail({ smtpUrl, publicUrl }: Config): Promise<readonly Finding[]> {
  if (smtpUrl === undefined) {
    const found = 'ASSENT_SMTP_URL is not set: mails become files'
    if (publicUrl === undefined) return [fine('mail', found)]
    return [warning('mail', found, 'Set it: without it no person gets a confirmation mail.')]
  }
  try {
    await greetMailServer(smtpUrl)
    return [fine('mail', 'the mail server greets and lets us in')]
  } catch (error) {
    if (!(error instanceof MailNotTaken)) throw error
    return [
      fault(
        'mail',
        `the mail server does not take mail (${error.code})`,
        'Check the host, the port, smtp: or smtps:, and the login in ASSENT_SMTP_URL. Mails wait for two days.',
      ),
    ]
  }
}

/** Undefined: there is no such file. */
async function isOpenToOthers(path: string): Promise<boolean | undefined> {
  try {
    const { mode } = await stat(path)
    return process.platform !== 'win32' && (mode & 0o077) !== 0
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Before the first start the data directory is not there. */
async function nearestFolder(path: string): Promise<string> {
  const isThere = await stat(path).then(
    () => true,
    () => false,
  )
  return isThere || dirname(path) === path ? path : await nearestFolder(dirname(path))
}
