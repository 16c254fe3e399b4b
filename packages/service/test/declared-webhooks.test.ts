import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { readCatalogueFile } from '../src/catalogue/read-catalogue-file.ts'
import { tellByMail } from '../src/delivery/tell-disabled.ts'
import { eventsKey } from '../src/domain/log-place.ts'
import { publishFile } from '../src/publish-file.ts'
import { CatalogueMoved } from '../src/store/catalogues.ts'
import { readLogEvents } from '../src/store/log-events.ts'
import { openWebhookWork, type WebhookWork } from '../src/webhooks/open-webhook-work.ts'
import { record } from './a-consent.ts'
import { anAnonymousRef, type Harness, openHarness } from './harness.ts'
import { publish, shopWith } from './publish-catalogue.ts'
import { runAssent } from './run-assent.ts'
import { testLog } from './test-log.ts'
import { until } from './until.ts'
import { openReceiver, subscribe } from './webhook-receiver.ts'

type Endpoint = Readonly<Record<string, string | null>>
type Webhooks = Readonly<Record<string, object>>

let t: Harness
let work: WebhookWork

function catalogueWith(webhooks: Webhooks): Promise<string> {
  return shopWith(['allowed_origins: []', `allowed_origins: []\nwebhooks: ${JSON.stringify(webhooks)}`])
}

async function declare(webhooks: Webhooks): Promise<void> {
  await publish(t, await catalogueWith(webhooks))
}

async function endpoints(key = t.keys.test.secret): Promise<readonly Endpoint[]> {
  return (await t.call('GET', '/v1/webhook-endpoints', { key })).json['data'] as Endpoint[]
}

async function declared(key: string): Promise<Endpoint> {
  const found = (await endpoints()).find((endpoint) => endpoint['catalogue_key'] === key)
  assert.ok(found, `there is no endpoint ${key}`)
  return found
}

async function newSecretOf({ id }: Endpoint): Promise<string> {
  const body = { overlap_hours: 0 }
  return String((await t.call('POST', `/v1/webhook-endpoints/${id}/secrets`, { body })).json['secret'])
}

describe('webhook endpoints of the catalogue', () => {
  before(async () => {
    t = await openHarness({ keepsLog: true, settings: { ASSENT_WEBHOOKS_PRIVATE: 'true' } })
    work = openWebhookWork({ ...t.service, tellDisabled: tellByMail(t.service) })
  })
  after(async () => {
    await work?.close()
    await t?.[Symbol.asyncDispose]()
  })

  test('an apply makes one; at another address it is the same, with its secrets; out of the file it is ended', async () => {
    await using one = await openReceiver()
    await using other = await openReceiver()
    await using witness = await openReceiver()
    await subscribe(t, witness)
    await declare({ orders: { url: one.url, description: 'the shop' } })
    const made = await declared('orders')
    assert.deepEqual([made['url'], made['description'], made['status']], [one.url, 'the shop', 'enabled'])
    one.secret = await newSecretOf(made)
    const first = await record(t, anAnonymousRef())
    await until(() => one.received.find(({ data }) => data['record_id'] === first.id))

    await declare({ orders: { url: other.url, types: ['consent.recorded'] } })
    const moved = await declared('orders')
    assert.deepEqual([moved['id'], moved['created_at']], [made['id'], made['created_at']])
    assert.deepEqual(
      [moved['url'], moved['types'], moved['description']],
      [other.url, ['consent.recorded'], ''],
    )
    other.secret = one.secret
    const second = await record(t, anAnonymousRef())
    await until(() => other.received.find(({ data }) => data['record_id'] === second.id))
    assert.equal(one.received.filter(({ data }) => data['record_id'] === second.id).length, 0)

    await declare({})
    assert.deepEqual(
      (await endpoints()).filter((endpoint) => endpoint['catalogue_key'] !== null),
      [],
    )
    const third = await record(t, anAnonymousRef())
    await until(() => witness.received.find(({ data }) => data['record_id'] === third.id))
    for (const { received } of [one, other])
      assert.equal(received.filter(({ data }) => data['record_id'] === third.id).length, 0)

    // Whoever takes the key up again begins anew: the old secret is gone.
    await declare({ orders: { url: other.url } })
    assert.notEqual((await declared('orders'))['id'], made['id'])
    const fourth = await record(t, anAnonymousRef())
    await until(() => (other.refused > 0 ? true : undefined))
    assert.equal(other.received.filter(({ data }) => data['record_id'] === fourth.id).length, 0)
    await declare({})
  })

  test('the API cannot delete it, and says where to; what the API made, an apply leaves alone', async () => {
    await using receiver = await openReceiver()
    const own = await subscribe(t, receiver, ['subject.erased'])
    const ownWas = (await endpoints()).find(({ id }) => id === own)
    await declare({ orders: { url: receiver.url } })
    const { id } = await declared('orders')
    const refused = await t.call('DELETE', `/v1/webhook-endpoints/${id}`)
    assert.equal(refused.status, 409)
    assert.equal(refused.json['code'], 'not_applicable')
    assert.match(String(refused.json['message']), /webhooks\.orders/)
    assert.match(String(refused.json['hint']), /assent catalogue apply/)
    assert.equal((await declared('orders'))['id'], id)
    assert.equal((await t.call('POST', `/v1/webhook-endpoints/${id}/enable`, { body: {} })).status, 200)
    await declare({})
    assert.deepEqual(
      (await endpoints()).find((endpoint) => endpoint['id'] === own),
      ownWas,
    )
    assert.equal((await t.call('DELETE', `/v1/webhook-endpoints/${own}`)).status, 200)
  })

  test('one that was disabled begins anew at another address, and still tells from where to replay', async () => {
    await using dead = await openReceiver()
    await using alive = await openReceiver()
    dead.answer = (response) => void response.writeHead(410).end()
    await declare({ orders: { url: dead.url } })
    const secret = await newSecretOf(await declared('orders'))
    const missed = await record(t, anAnonymousRef())
    await until(async () => ((await declared('orders'))['status'] === 'disabled' ? true : undefined))
    await declare({ orders: { url: dead.url, description: 'the shop' } })
    assert.equal((await declared('orders'))['status'], 'disabled', 'nothing was mended')

    alive.secret = secret
    await declare({ orders: { url: alive.url, description: 'the shop' } })
    const now = await declared('orders')
    assert.deepEqual([now['status'], now['disabled_reason']], ['enabled', null])
    assert.ok(String(now['missed_since']) <= missed.recorded_at, `${now['missed_since']}`)
    const path = `/v1/webhook-endpoints/${now['id']}/replay`
    await t.call('POST', path, { body: { since: now['missed_since'] } })
    t.advance(10_000)
    await until(() => alive.received.find(({ data }) => data['record_id'] === missed.id))
    await declare({})
  })

  // Seen to fail: with settleWebhooks behind the transaction, the catalogue is published and has no endpoint.
  test('the catalogue and its endpoints are one transaction', async () => {
    const { place } = testLog(t)
    const text = await catalogueWith({ orders: { url: 'https://shop.example/hooks' } })
    const file = readCatalogueFile('shop.yaml', Buffer.from(text))
    const was = t.service.settings.current.environments.get(place.environmentId)?.catalogue.version
    const broken = {
      ...t.service.masterKey,
      seal: () => {
        throw new Error('the key is away')
      },
    }
    const parts = { ...t.service, masterKey: broken }
    await assert.rejects(publishFile(parts, place, file, t.service.clock.now()), /the key is away/)
    await t.service.settings.refresh()
    assert.equal(t.service.settings.current.environments.get(place.environmentId)?.catalogue.version, was)
    assert.deepEqual(
      (await endpoints()).filter((endpoint) => endpoint['catalogue_key'] !== null),
      [],
    )
  })

  test('of two applies in the same moment the endpoints are those of the one that came last', async () => {
    for (let round = 0; round < 5; round += 1) {
      const results = await Promise.allSettled(
        ['one', 'other'].map((key) => declare({ [key]: { url: `https://${key}.example/${round}` } })),
      )
      for (const { reason } of results.filter(
        ({ status }) => status === 'rejected',
      ) as PromiseRejectedResult[])
        assert.ok(reason instanceof CatalogueMoved, reason)
      await t.service.settings.refresh()
      const { place } = testLog(t)
      const { catalogue } = t.service.settings.current.environments.get(place.environmentId) ?? {}
      const there = (await endpoints()).filter((endpoint) => endpoint['catalogue_key'] !== null)
      assert.deepEqual(
        there.map((endpoint) => [endpoint['catalogue_key'], endpoint['url']]),
        [...(catalogue?.webhooks ?? [])].map(([key, { url }]) => [key, url]),
      )
    }
    await declare({})
  })

  test('neither the output of an apply nor the log has a secret or an address; the same file twice changes nothing', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'assent-declared-'))
    const path = join(folder, 'shop.yaml')
    await writeFile(
      path,
      await catalogueWith({
        orders: {
          url: 'https://planted.example/in?token=planted',
          types: ['subject.erased'],
        },
      }),
    )
    const apply = () => runAssent(t, 'catalogue', 'apply', path, '--json')
    const applied = await apply()
    assert.equal(applied.code, 0, applied.err)
    const made = await declared('orders')
    assert.deepEqual(JSON.parse(applied.out).webhook_endpoints, [{ key: 'orders', id: made['id'] }])
    assert.doesNotMatch(applied.out + applied.err, /whsec_/)
    assert.deepEqual(await endpoints(t.keys.live.secret), [], 'of the test environment alone')
    const again = await apply()
    assert.equal(JSON.parse(again.out).empty, true)
    assert.deepEqual(JSON.parse(again.out).webhook_endpoints, [])
    assert.deepEqual(await declared('orders'), made)

    const { place } = testLog(t)
    const entries = await readLogEvents(t.service.pool, place, eventsKey(place.routing))
    assert.doesNotMatch(entries.map(({ payload }) => payload.toString()).join('\n'), /planted|whe_|whsec_/)
    assert.doesNotMatch(JSON.stringify(t.logged), /planted|whsec_/)

    await writeFile(path, await catalogueWith({ orders: { url: 'https://10.0.0.1/in' } }))
    const { code, err } = await runAssent(t, 'catalogue', 'plan', path)
    assert.equal(code, 1)
    assert.match(err, /^shop\.yaml:\d+:\d+ {2}webhooks\.orders\.url: The host must be reachable/m)
    await rm(folder, { recursive: true })
  })
})
