// What runs in verify.html. It only ever writes text, never markup: what stands in a receipt stays text.
import type { Finding } from '../checklist.ts'
import { Malformed } from '../malformed.ts'
import { type ReceiptCheck, type ReceiptVerdict, verifyReceipt } from '../verify-receipt.ts'
import { kindOf, readKeySet, readTrust } from './read-input.ts'
import { type PageLanguage, type PageTexts, pageTexts } from './texts.ts'

type Shown = () => void

let language: PageLanguage = navigator.language.startsWith('de') ? 'de' : 'en'
/** Draws the result again in another language. */
let showResult: Shown = () => undefined

const texts = (): PageTexts => pageTexts[language]

function byId<E extends HTMLElement>(id: string): E {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`the page has no ${id}`)
  return found as E
}

const inputs = {
  receipt: byId<HTMLTextAreaElement>('receipt'),
  keys: byId<HTMLTextAreaElement>('keys'),
  policy: byId<HTMLTextAreaElement>('trusted'),
}
const result = byId('result')
const status = byId('status')

/** An element with text in it; the text of others in their own direction. */
function element(name: string, content: string | readonly Node[] = [], className = ''): HTMLElement {
  const made = document.createElement(name)
  if (className !== '') made.className = className
  made.append(...(typeof content === 'string' ? [content] : content))
  return made
}

function speak(next: PageLanguage): void {
  language = next
  document.documentElement.lang = next
  document.title = texts().title
  for (const target of document.querySelectorAll<HTMLElement>('[data-text]')) {
    const text = texts()[target.dataset['text'] as keyof PageTexts]
    if (typeof text === 'string') target.textContent = text
  }
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-language]'))
    button.setAttribute('aria-pressed', String(button.dataset['language'] === next))
  showResult()
}

/** Says one thing in place of a result. */
function say(what: (texts: PageTexts) => string): void {
  showResult = () => {
    result.replaceChildren()
    status.textContent = what(texts())
  }
  showResult()
}

async function check(): Promise<void> {
  const receipt = inputs.receipt.value.trim()
  if (receipt === '') return say(({ needsReceipt }) => needsReceipt)
  if (inputs.keys.value.trim() === '') return say(({ needsKeys }) => needsKeys)
  const keySet = readKeySet(inputs.keys.value)
  if (keySet === undefined) return say(({ badKeys }) => badKeys)
  try {
    const verdict = await verifyReceipt(receipt, keySet, readTrust(inputs.policy.value))
    showResult = () => show(verdict)
    showResult()
    result.focus()
  } catch (error) {
    say(({ badLogKeys, tooOld }) => (error instanceof Malformed ? badLogKeys : tooOld))
  }
}

function show({ verdict, findings, payload }: ReceiptVerdict): void {
  const [short, long] = texts().verdicts[verdict]
  status.textContent = ''
  const heading = element('h2', short)
  heading.id = 'verdict'
  result.dataset['verdict'] = verdict
  result.replaceChildren(
    element('div', [heading, element('p', long)], `verdict ${verdict}`),
    element('h3', texts().checksTitle),
    element('ul', findings.map(showFinding), 'checks'),
    ...(payload === undefined || verdict === 'invalid' ? [] : showClaims(payload)),
  )
}

function showFinding({ check: name, ok, detail }: Finding<ReceiptCheck>): HTMLElement {
  const which = ok === null ? 2 : ok ? 0 : 1
  const told = texts().checks[name][which]
  const technical = element('span', detail, 'detail')
  technical.lang = 'en'
  const mark = element('strong', texts().marks[which], `mark mark-${which}`)
  return element('li', [
    mark,
    element('span', told === '' ? detail : told),
    ...(told === '' ? [] : [technical]),
  ])
}

function showClaims(payload: NonNullable<ReceiptVerdict['payload']>): Node[] {
  const { says } = texts()
  const { iss, env, record } = payload
  const time = (at: string) =>
    new Date(at).toLocaleString(language, { dateStyle: 'long', timeStyle: 'medium', timeZone: 'UTC' })
  const facts: [string, string][] = [
    [says.issuer, iss],
    [says.keysAt, `${iss}/.well-known/jwks.json`],
    [says.recordedAt, `${time(record.recorded_at)} UTC`],
    [says.occurredAt, `${time(record.occurred_at)} UTC`],
    [says.record, `${record.id} (${record.seq})`],
    ...(env === 'test' ? [[says.environment, says.test] as [string, string]] : []),
    ...decisionsOf(payload),
  ]
  const rows = facts.map(([name, value]) =>
    element('div', [element('dt', name), element('dd', [element('bdi', value)])]),
  )
  return [element('h3', texts().saysTitle), element('dl', rows)]
}

/** Of whatever kind the record is: what has decisions shows them. */
function decisionsOf(payload: NonNullable<ReceiptVerdict['payload']>): [string, string][] {
  if (!('decisions' in payload)) return []
  const { says, decisions } = texts()
  return [
    [says.controller, payload.controller.id],
    ...payload.decisions.map(
      ({ purpose, decision }) => [purpose.key, decisions[decision] ?? decision] as [string, string],
    ),
    [says.withdrawal, payload.withdrawal.uri],
  ]
}

async function take(files: Iterable<File>): Promise<void> {
  const said: string[] = []
  for (const file of files) {
    const text = await file.text()
    const what = kindOf(text)
    if (what !== undefined) inputs[what].value = text
    said.push(what === undefined ? texts().unknownFile(file.name) : texts().taken(file.name, what))
  }
  say(() => said.join(' '))
}

const drop = byId('drop')
drop.addEventListener('dragover', (event) => event.preventDefault())
drop.addEventListener('drop', (event) => {
  event.preventDefault()
  void take(event.dataTransfer?.files ?? [])
})
const chooser = byId<HTMLInputElement>('files')
chooser.addEventListener('change', () => {
  void take(chooser.files ?? []).then(() => {
    chooser.value = ''
  })
})
byId('form').addEventListener('submit', (event) => {
  event.preventDefault()
  void check()
})
for (const input of Object.values(inputs))
  input.addEventListener('input', () => {
    if (result.childElementCount > 0) say(({ again }) => again)
  })
for (const button of document.querySelectorAll<HTMLButtonElement>('[data-language]'))
  button.addEventListener('click', () => speak(button.dataset['language'] as PageLanguage))
speak(language)
