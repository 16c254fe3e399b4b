import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { webAddress, webOrigin } from './web-address.ts'

const messages = (schema: typeof webOrigin, text: string) =>
  schema.safeParse(text).error?.issues.map(({ message }) => message) ?? []

describe('webOrigin', () => {
  test('takes what a browser sends, and one leading wildcard', () => {
    for (const text of [
      'https://shop.example',
      'https://shop.example:8443',
      'https://*.shop.example',
      'https://*.shop.co.uk:444',
      'http://localhost:3000',
      'http://127.0.0.1',
      'http://[::1]:8080',
      'https://xn--mller-kva.example',
    ])
      assert.deepEqual(messages(webOrigin, text), [], text)
  })

  test('refuses what would never match, or would match too much', () => {
    for (const text of [
      'https://shop.example/',
      'https://shop.example/path',
      'https://Shop.example',
      'https://shop.example:443',
      'https://user@shop.example',
      'http://shop.example',
      'http://*.localhost',
      'https://*.com',
      'https://*',
      'https://a.*.shop.example',
      'https://*.*.shop.example',
      'https://müller.example',
      'shop.example',
      'ftp://shop.example',
      'null',
      '',
    ])
      assert.equal(messages(webOrigin, text).length, 1, text)
  })
})

describe('webAddress', () => {
  test('takes a page with path and query', () => {
    for (const text of ['https://shop.example/thanks?x=1', 'http://localhost:3000/thanks'])
      assert.deepEqual(messages(webAddress, text), [], text)
  })

  test('refuses plain http, credentials, fragments and other schemes', () => {
    for (const text of [
      'http://shop.example/',
      'https://a:b@shop.example/',
      'https://shop.example/#top',
      'javascript:alert(1)',
      'https://',
      'https://shop.example/a b',
    ])
      assert.equal(messages(webAddress, text).length, 1, text)
  })
})
