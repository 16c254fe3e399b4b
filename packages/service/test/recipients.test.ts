import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ask, openStage } from './a-confirmation.ts'
import { issuePaths } from './a-consent.ts'
import { settleJobs } from './mail-stage.ts'

test('an address is one clean recipient, or it is refused', async () => {
  await using stage = await openStage()
  const { t, server } = stage
  const send = (email: string) => ask(t, { subject: { ref: 'user_42' }, email }, t.own.secret)
  const long = 'a'.repeat(65)
  const refusals = [
    'ada@example.org\r\nBcc: eve@example.org',
    'ada@example.org, eve@example.org',
    'ada@example.org;eve@example.org',
    'Ada <ada@example.org>',
    '<ada@example.org>',
    '"ada lovelace"@example.org',
    'ada@[127.0.0.1]',
    'ada@localhost',
    'ada@example.org (eve@example.org)',
    `${long}@example.org`,
    'ada@',
    '@example.org',
    'ada',
    'ada@@example.org',
    'ada@example..org',
    '.ada@example.org',
    'ada.@example.org',
    'ada@-example.org',
    'ada@example.123',
    'адa@example.org',
    'ada@example.org>',
    'ada%0d%0a@exa mple.org',
    `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.org`,
    'ada\u202e@example.org',
    'group:ada@example.org,eve@example.org;',
    '=?utf-8?q?ada?=@example.org extra',
  ]
  for (const email of refusals)
    assert.deepEqual(issuePaths(await send(email)), ['email'], JSON.stringify(email))
  const clean: readonly (readonly [string, string])[] = [
    ['  Ada@Example.ORG ', 'ada@example.org'],
    ["o'hara+news@example.org", "o'hara+news@example.org"],
    ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
    [`${'a'.repeat(64)}@example.org`, `${'a'.repeat(64)}@example.org`],
    ['=?utf-8?q?ada?=@example.org', '=?utf-8?q?ada?=@example.org'],
  ]
  for (const [at, [email, recipient]] of clean.entries()) {
    assert.equal((await send(email)).status, 202, email)
    const { to, mail, raw } = await server.mail(at + 1)
    assert.equal(to.length, 1)
    assert.ok(raw.replaceAll('\r\n ', ' ').includes(`\r\nTo: ${recipient}\r\n`))
    assert.equal(mail.to?.length, 1)
    assert.equal(mail.cc, undefined)
  }
  await settleJobs(t, 'send-mail')
  assert.equal(server.received.length, clean.length)
})
