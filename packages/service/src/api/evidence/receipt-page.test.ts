import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aReceipt, type Receipt, withDocuments } from '../../../test/pages/a-receipt.ts'
import { regimes } from '../../regimes/regimes.ts'
import { receiptPage } from './receipt-page.ts'

const htmlOf = (receipt: Receipt) => receiptPage(receipt).body.replace(/<style>.*<\/style>/s, '')

/** What a reader sees, one space for each gap. */
function textOf(receipt: Receipt): string {
  const text = htmlOf(receipt)
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
  return text.replace(/\s+/g, ' ')
}

/** Elements and the names of their attributes: what data must never change. */
function skeletonOf(receipt: Receipt): string[] {
  return [...htmlOf(receipt).matchAll(/<[^>]*>/g)].map(([tag]) => tag.replace(/="[^"]*"/g, ''))
}

function claiming(receipt: Receipt, claims: object): Receipt {
  return { ...receipt, claims: { ...receipt.claims, ...claims } }
}

describe('the content', () => {
  const text = textOf(aReceipt({ gpc: true }))

  test('each purpose in the words that were read, with the answer, its date and its end', () => {
    assert.match(
      text,
      /Visitor statistics Agreed November 21, 2026 We count with Matomo .* Holds Until November 21, 2027 , unless withdrawn/,
    )
    assert.match(text, /Advertising on other sites Refused November 21, 2026/)
    assert.match(text, /Personal recommendations Agreement withdrawn November 21, 2026/)
    assert.match(text, /Protection against payment fraud Objected November 21, 2026/)
    assert.match(text, /Data pages visited time spent .* Passed on to InnoCraft .* Kept for 14 months/)
  })

  test('an objection taken back is not called agreement', () => {
    const only = textOf(aReceipt({ decisions: [['service_reminders', 'granted']] }))
    assert.match(only, /Objection withdrawn November 21, 2026/)
    assert.doesNotMatch(only, /Agreed/)
  })

  test('joint controllers are named, a sole one not twice', () => {
    assert.match(text, /Decided on by Speichenwerk GmbH Google Ireland Limited Meta/)
    assert.equal(text.match(/Decided on by/g)?.length, 1)
  })

  test('who, when, where, by which law, how, and how to change it', () => {
    assert.match(
      text,
      /Name Speichenwerk GmbH Address Kronenstraße 12.* Contact privacy@shop.example Privacy policy https:\/\/shop.example\/privacy/,
    )
    assert.match(
      text,
      /Answered \(reported\) November 21, 2026 at 09:00:00 UTC Recorded \(our clock\) November 21, 2026 at 09:00:00 UTC Place Germany/,
    )
    assert.match(
      text,
      /Law General Data Protection Regulation .* Regulation \(EU\) 2016\/679 .* because of the country/,
    )
    assert.match(
      text,
      /How In a consent banner Chosen A selection Language English Person known by A random number/,
    )
    assert.match(text, /Global Privacy Control On:/)
    assert.match(
      text,
      /How to change an answer .* Write to privacy@shop.example Or go to https:\/\/shop.example\/privacy/,
    )
  })

  test('every identifier and hash of the receipt, and how to check it', () => {
    const receipt = aReceipt()
    const { jti, record, sub, nonce, context_sha256, policy, controller, decisions, iss } = receipt.claims
    const hashes = [controller.sha256, ...decisions.map(({ purpose }) => purpose.sha256)]
    const all = [
      jti,
      record.id,
      sub,
      nonce,
      context_sha256 ?? '-',
      policy.fingerprint,
      ...hashes,
      `${iss}/.well-known/jwks.json`,
    ]
    const shown = textOf(receipt)
    for (const one of all) assert.ok(shown.includes(` ${one} `), one)
    assert.match(shown, /application\/jose.*consent-receipt\+jwt/)
  })

  test('test data says so, live data does not', () => {
    assert.match(textOf(aReceipt({ environment: 'test' })), /Test data/)
    assert.doesNotMatch(text, /Test data/)
  })

  test('only a withdrawal address that opens a page is a link', () => {
    assert.doesNotMatch(htmlOf(aReceipt()), /href="[^"]*\/v1\//)
    const page = claiming(aReceipt(), { withdrawal: { uri: 'https://consent.example/p/change' } })
    assert.match(htmlOf(page), /Or go to<\/dt><dd><a href="https:\/\/consent.example\/p\/change"/)
  })
})

describe('places and laws', () => {
  test('a region, and an unknown place', () => {
    assert.match(
      textOf(aReceipt({ country: 'US', region: 'CA' })),
      /Place United States \(US-CA\) Law California .* because of the region/,
    )
    assert.match(
      textOf(aReceipt({ country: null })),
      /Place Not known Law Strictest rules .* place was not known/,
    )
    assert.match(textOf(aReceipt({ country: 'XK' })), /Place Kosovo/)
  })

  test('every law has a name and a source', () => {
    for (const { key, law } of regimes) {
      const receipt = aReceipt()
      const html = htmlOf(claiming(receipt, { policy: { ...receipt.claims.policy, regime: key } }))
      assert.ok(URL.canParse(law.url) && html.includes('class="law"'), key)
      assert.ok(!html.includes(`>${key}<`), key)
    }
  })
})

describe('the language', () => {
  test('German, to the last word of ours', () => {
    const receipt = aReceipt({ language: 'de-AT' })
    const text = textOf(receipt)
    assert.match(receiptPage(receipt).body, /<html lang="de" dir="ltr">/)
    assert.equal(receiptPage(receipt).headers['Content-Language'], 'de')
    assert.match(
      text,
      /Besucherstatistik Eingewilligt 21. November 2026 Mit Matomo .* Bis zum 21. November 2027/,
    )
    assert.match(text, /Geantwortet \(gemeldet\) 21. November 2026 um 09:00:00 UTC/)
    assert.match(text, /Ort Deutschland Recht Datenschutz-Grundverordnung/)
    assert.match(text, /Sprache Österreichisches Deutsch/)
  })

  test('where the texts are not on file, the page says which it shows', () => {
    assert.match(
      textOf(aReceipt({ language: 'fr' })),
      /Not on file in the language of the record; shown in English/,
    )
    const french = {
      fr: { name: 'Statistiques', description: 'Nous comptons.' },
      ja: { name: '統計', description: '数えます。' },
    }
    const receipt = withDocuments(aReceipt({ language: 'de' }), { purpose: { texts: french } })
    assert.match(textOf(receipt), /Statistiques Eingewilligt .* gezeigt wird: Französisch/)
    assert.match(htmlOf(receipt), /<h3 lang="fr">/)
  })

  test('a record without a language, or with an impossible one', () => {
    const silent = textOf(aReceipt({ language: null }))
    assert.match(silent, /Visitor statistics .* Language Not known/)
    assert.doesNotMatch(silent, /Not on file/)
    assert.match(textOf(aReceipt({ language: 'de-1' })), /Besucherstatistik .* Sprache de-1/)
  })
})

describe('the documents', () => {
  test('one that is gone is named by its hash', () => {
    const receipt = { ...aReceipt(), documents: { purposes: [], controller: null, template: null } }
    assert.match(
      textOf(receipt),
      /speichenwerk .* analytics Agreed .* The text of this purpose cannot be shown/,
    )
    assert.match(textOf(receipt), /The profile of this controller cannot be shown here/)
  })

  test('one that is not what the receipt names is never shown', () => {
    const { claims, language } = aReceipt()
    const forged = withDocuments(aReceipt(), {
      purpose: { texts: { en: { name: 'Nothing', description: 'at all' } } },
    })
    assert.throws(
      () => receiptPage({ claims, language, documents: forged.documents }),
      /not the one that its receipt names/,
    )
    const posing = withDocuments(aReceipt(), { controller: { name: 'Somebody else' } })
    assert.throws(
      () => receiptPage({ claims, language, documents: posing.documents }),
      /not the one that its receipt names/,
    )
  })
})

describe('hostile data', () => {
  const attack = `"'><script>alert(1)</script><img src=x onerror=alert(1)>\u202e&lt;</title></style><!--`

  test('texts of a catalogue change no element', () => {
    const plain = { name: 'x', address: 'x', contact: 'x', privacy_policy_url: null }
    const purpose = (text: string) => ({
      texts: { en: { name: text, description: text } },
      data_categories: [text],
      recipients: [text],
      controllers: [text],
    })
    const hostile = { name: attack, address: attack, contact: attack, privacy_policy_url: null }
    const expected = skeletonOf(withDocuments(aReceipt(), { controller: plain, purpose: purpose('x') }))
    assert.deepEqual(
      skeletonOf(withDocuments(aReceipt(), { controller: hostile, purpose: purpose(attack) })),
      expected,
    )
  })

  test('claims change no element', () => {
    const hostile = (word: string) => {
      const { claims } = aReceipt()
      return claiming(aReceipt(), {
        jti: word,
        sub: word,
        nonce: word,
        record: { ...claims.record, id: word },
        notice: { id: word, language: word },
        jurisdiction: { country: word, region: word },
        policy: { ...claims.policy, regime: word, matched_by: word, model: word, fingerprint: word },
        collection: { source: word, action: word, proved_by: word, gpc: false },
        decisions: claims.decisions.map((decision) => ({ ...decision, legal_basis: word })),
      })
    }
    assert.deepEqual(skeletonOf(hostile(attack)), skeletonOf(hostile('x')))
    assert.deepEqual(skeletonOf(hostile('constructor')), skeletonOf(hostile('x')))
  })

  test('an address that is a program is not a link', () => {
    const controller = { contact: 'javascript:alert(1)', privacy_policy_url: 'javascript:alert(1)' }
    const receipt = claiming(withDocuments(aReceipt(), { controller }), {
      withdrawal: { uri: 'javascript:alert(1)' },
    })
    assert.doesNotMatch(htmlOf(receipt), /href="\s*javascript/i)
  })
})

test('the headers are those of a page without script and without strangers', () => {
  const { headers } = receiptPage(aReceipt())
  assert.match(
    headers['Content-Security-Policy'] ?? '',
    /^default-src 'none'; style-src 'sha256-[A-Za-z0-9+/]{43}=';/,
  )
  assert.equal(headers['Referrer-Policy'], 'no-referrer')
  assert.equal(headers['X-Robots-Tag'], 'noindex')
  assert.equal(headers['Cache-Control'], undefined)
})
