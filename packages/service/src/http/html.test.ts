import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { type Content, html, isolated, link, page, pageHeaders, pageStyle } from './html.ts'

test('what is put in is text, in elements and in attributes', () => {
  const hostile = `<script>alert('1')</script>"&`
  assert.equal(
    html`<p title="${hostile}">${hostile}</p>`.toString(),
    '<p title="&#60;script&#62;alert(&#39;1&#39;)&#60;/script&#62;&#34;&#38;">&#60;script&#62;alert(&#39;1&#39;)&#60;/script&#62;&#34;&#38;</p>',
  )
})

test('markup, numbers and lists of them pass; nothing is nothing', () => {
  const items = ['a', '<b>', 3].map((item) => html`<li>${item}</li>`)
  assert.equal(
    html`<ul>${items}</ul>${undefined}${[]}`.toString(),
    '<ul><li>a</li><li>&#60;b&#62;</li><li>3</li></ul>',
  )
})

test('nothing that merely looks like markup passes', () => {
  const forged = JSON.parse('{"text":"<b>","toString":"<b>"}') as Content
  const posing = { toString: () => '<b>', map: () => ['<b>'] } as unknown as Content
  assert.throws(() => html`${forged}`, TypeError)
  assert.equal(html`${posing}`.toString(), '&#60;b&#62;')
})

test('an attribute without quotes is refused; text that ends in = is only text', () => {
  assert.throws(() => html`<a href=${'x onclick=alert(1)'}>`, /without quotes: <a href=/)
  assert.equal(html`${'a='}${'b'}`.toString(), 'a=b')
})

for (const address of [
  'javascript:alert(1)',
  ' JavaScript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  '/v1',
  '//x',
  '',
]) {
  test(`"${address}" is not followed`, () => {
    assert.doesNotMatch(link(address).toString(), /href/)
  })
}

test('web and mail addresses are followed', () => {
  assert.match(
    link('https://shop.example/?a=1&b="').toString(),
    /^<a href="https:\/\/shop.example\/\?a=1&#38;b=&#34;"/,
  )
  assert.match(link('mailto:a@b.example', 'Write').toString(), />Write<\/a>$/)
})

test("others' text is kept from turning ours around", () => {
  assert.equal(isolated('\u202e<').toString(), '<bdi class="text">\u202e&#60;</bdi>')
})

test('a page lets through its own style sheet and nothing else', () => {
  const body = page({
    title: '</title>',
    language: 'ar',
    direction: 'rtl',
    style: pageStyle,
    body: html`<main></main>`,
  })
  const inline = /<style>(.*)<\/style>/s.exec(body)?.[1] ?? ''
  const hash = createHash('sha256').update(inline).digest('base64')
  assert.deepEqual(pageHeaders(pageStyle), {
    'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${hash}'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex',
  })
  assert.match(body, /^<!doctype html>\n<html lang="ar" dir="rtl">/)
  assert.match(body, /<title>&#60;\/title&#62;<\/title>/)
  assert.doesNotMatch(body, /<script|\sstyle=|\son[a-z]+=|@import|url\(/)
})

test('a style sheet cannot end its element', () => {
  const content = { title: '', language: 'en', direction: 'ltr', body: html`` } as const
  assert.throws(() => page({ ...content, style: 'a{content:"</style>"}' }), TypeError)
})

test('the shared style knows no left and no right', () => {
  assert.deepEqual(pageStyle.match(/[^;{]*\b(left|right)\b[^;}]*/g), null)
})
