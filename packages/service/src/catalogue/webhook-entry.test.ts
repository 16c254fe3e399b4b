import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TargetRules } from '../domain/webhook-url.ts'
import { BrokenCatalogueFile } from './fault.ts'
import { isEmptyPlan, planCatalogue } from './plan-catalogue.ts'
import { readCatalogueFile } from './read-catalogue-file.ts'
import { planToJson, renderPlan } from './render-plan.ts'
import { aCatalogueFile, aWrittenCatalogue } from './test-catalogue-file.ts'

const now = Date.parse('2026-11-21T10:00:00.000Z')
const { webhooks: _, ...rest } = aWrittenCatalogue()
const head = JSON.stringify(rest, null, 1).replace(/\n\}$/, ',\n')

function faultsOf(lines: readonly string[], targets?: TargetRules): string[] {
  const text = `${head}"webhooks": {\n${lines.join('\n')}\n}}`
  const above = head.split('\n').length
  try {
    readCatalogueFile('shop.yaml', Buffer.from(text), targets)
    return []
  } catch (error) {
    if (!(error instanceof BrokenCatalogueFile)) throw error
    return error.faults.map(({ line, path, message }) => `${line - above} ${path} ${message}`)
  }
}

describe('webhooks in a catalogue file', () => {
  test('every fault is told at once and by its line, those of addresses among them', () => {
    assert.deepEqual(
      faultsOf([
        '"inside": { "url": "https://169.254.169.254/latest" },',
        '"plain": { "url": "http://shop.example/hooks" },',
        '"port": { "url": "https://shop.example:8080/hooks" },',
        '"named": { "url": "https://ada:pw@shop.example/" },',
        '"none": { "types": ["consent.recorded"] },',
        '"types": { "url": "https://shop.example/", "types": ["consent.given"] },',
        '"twice": { "url": "https://shop.example/", "types": ["subject.merged", "subject.merged"] },',
        '"secret": { "url": "https://shop.example/", "secret": "whsec_AAAA" },',
        '"nul": { "url": "https://shop.example/\\u0000" },',
        '"Upper": { "url": "https://shop.example/" }',
      ]).map((fault) => fault.replace(/ one of .*/, ' one of …')),
      [
        '1 webhooks.inside.url The host must be reachable on the public internet.',
        '2 webhooks.plain.url The scheme must be https.',
        '3 webhooks.port.url The port must be 443 or 8443.',
        '4 webhooks.named.url A URL with a name or password is not taken.',
        '5 webhooks.none.url is missing',
        '6 webhooks.types.types.0 must be one of …',
        '7 webhooks.twice.types.1 is there already, as entry 1',
        '8 webhooks.secret.secret is not a member of this format',
        '9 webhooks.nul.url holds a space or a control character',
        '10 webhooks.Upper must be lower-case letters, digits and _, from a letter on, at most 64',
      ],
    )
  })

  test('a receiver on the own machine is taken only where the settings say so', () => {
    const here = ['"here": { "url": "http://127.0.0.1:3000/hooks" }']
    assert.equal(faultsOf(here).length, 1)
    assert.deepEqual(faultsOf(here, { allowsPrivate: true }), [])
  })

  test('at most twenty', () => {
    const entries = (count: number) =>
      Array.from(
        { length: count },
        (_, at) => `"k${at}": { "url": "https://shop.example/${at}" }${at + 1 < count ? ',' : ''}`,
      )
    assert.deepEqual(faultsOf(entries(20)), [])
    assert.deepEqual(faultsOf(entries(21)), ['0 webhooks holds more than 20 endpoints'])
  })
})

describe('webhooks in a plan', () => {
  const withWebhooks = (webhooks: Record<string, unknown>) => aCatalogueFile({ webhooks })
  const orders = { url: 'https://shop.example/hooks', types: ['consent.withdrawn', 'subject.erased'] }
  const was = planCatalogue(
    undefined,
    withWebhooks({
      orders,
      stock: { url: 'https://shop.example/stock' },
      old: { url: 'https://old.example/' },
    }),
    now,
  ).next

  test('tells what comes, changes and goes', () => {
    const plan = planCatalogue(
      was,
      withWebhooks({
        crm: { url: 'https://crm.example/in', types: ['subject.merged'] },
        orders: { ...orders, url: 'https://shop.example/new' },
        stock: {
          url: 'https://shop.example/stock',
          types: ['subject.erased'],
          description: 'forgets people',
        },
      }),
      now + 1000,
    )
    assert.equal(
      renderPlan(plan),
      `Catalogue version 2, after version 1:

  + webhook crm  new: subject.merged to https://crm.example/in
  ~ webhook orders  stays the same endpoint, with its secrets
      url was “https://shop.example/hooks”, becomes “https://shop.example/new”
  ~ webhook stock  stays the same endpoint, with its secrets
      types was “all”, becomes ["subject.erased"]
      description was “”, becomes “forgets people”
  - webhook old  is ended: nothing goes to https://old.example/ any more, and its secrets are gone
    1 purpose unchanged

Nobody must be asked again.
  warning: controller.privacy_policy_url: is missing, so the banner has no link to read on
      Consent is informed (GDPR Art. 4(11), 13).
`,
    )
    const json = planToJson(plan) as { webhooks: { key: string; action: string }[] }
    assert.deepEqual(
      json.webhooks.map(({ key, action }) => [key, action]),
      [
        ['crm', 'added'],
        ['orders', 'changed'],
        ['stock', 'changed'],
        ['old', 'removed'],
      ],
    )
    assert.equal(plan.next.catalogue.version, 2)
  })

  test('in which order endpoints and types stand means nothing', () => {
    const shuffled = withWebhooks({
      stock: { url: 'https://shop.example/stock' },
      old: { url: 'https://old.example/' },
      orders: { ...orders, types: orders.types.toReversed() },
    })
    assert.equal(isEmptyPlan(planCatalogue(was, shuffled, now + 1000)), true)
  })
})
