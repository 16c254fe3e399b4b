import { findLeaks } from './log-leaks.ts'
import type { Target } from './target.ts'

/** What must hold after a campaign: the service lives, answers, and has told nobody. One line for each thing that does not. */
export async function lookAfterwards(target: Target): Promise<string[]> {
  const log = await target.readLog()
  return [
    ...(target.isAlive() ? [] : ['the process is gone']),
    ...(await stillServes(target)),
    ...findLeaks(log, target.names).map((leak) => `the log holds ${leak}`),
    ...(log.includes('a bug') ? ['the log tells of a bug'] : []),
  ]
}

async function stillServes({ url, names }: Target): Promise<string[]> {
  const headers = {
    Authorization: `Bearer ${names.get('test.secret')}`,
    'Content-Type': 'application/json',
  }
  const body = JSON.stringify({ subject: { ref: 'user_afterwards' }, purposes: { analytics: 'granted' } })
  const wanted = [
    { path: '/ready', status: 200, init: {} },
    { path: '/v1/consent', status: 201, init: { method: 'POST', headers, body } },
    { path: '/v1/subjects/user_afterwards/consent', status: 200, init: { headers } },
  ]
  const faults: string[] = []
  for (const { path, status, init } of wanted) {
    const got = await fetch(url + path, init).then(
      (response) => response.status,
      (error: Error) => error.message,
    )
    if (got !== status) faults.push(`afterwards ${path} answers ${got}`)
  }
  return faults
}
