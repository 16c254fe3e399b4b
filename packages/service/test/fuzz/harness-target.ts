import { inspect } from 'node:util'
import { openHarness } from '../harness.ts'
import { expireKey, makeKey, revokeKey } from '../make-key.ts'
import { shopWith } from '../publish-catalogue.ts'
import { prepareTarget } from './prepare-target.ts'
import type { Target } from './target.ts'

/** The service in this very process; it keeps all of the circumstances that a project can ask for. */
export async function openHarnessTarget(settings: Readonly<Record<string, string>> = {}): Promise<Target> {
  const catalogue = await shopWith(['network_prefix: false', 'network_prefix: true'])
  const t = await openHarness({ catalogue, settings })
  const origins = ['https://shop.example', 'https://*.shop.example']
  const listed = await makeKey(t, { type: 'public', origins })
  const revoked = await makeKey(t, { type: 'secret' })
  const expired = await makeKey(t, { type: 'secret' })
  await revokeKey(t, revoked)
  await expireKey(t, expired, t.service.clock.now())
  const names = await prepareTarget(t.url, t.keys, {
    listed: listed.key,
    revoked: revoked.key,
    expired: expired.key,
  })
  return {
    url: t.url,
    contract: t.contract,
    names,
    readLog: async () =>
      inspect(t.logged, { depth: 20, maxStringLength: null, maxArrayLength: null, breakLength: Infinity }),
    isAlive: () => true,
    [Symbol.asyncDispose]: () => t[Symbol.asyncDispose](),
  }
}
