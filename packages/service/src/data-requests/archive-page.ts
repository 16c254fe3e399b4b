import { code, fact, html, isolated, type Markup, page, pageStyle } from '../http/html.ts'
import type { EnvironmentSettings } from '../store/settings.ts'
import { type ArchiveTexts, archiveTextsIn } from './archive-texts.ts'
import type { GatheredPerson } from './gather-person.ts'

const style = `${pageStyle}
table { border-collapse: collapse; inline-size: 100%; margin-block-start: .75rem }
th, td { text-align: start; vertical-align: baseline; padding: .4rem .75rem .4rem 0; border-block-end: 1px solid var(--line) }
`

/** What is in an archive, for people to read. */
export function archivePage(
  { catalogue }: Pick<EnvironmentSettings, 'catalogue'>,
  people: readonly GatheredPerson[],
  { language: wanted, madeAt }: { readonly language: string; readonly madeAt: string },
): string {
  const texts = archiveTextsIn(wanted)
  const { language, direction, title } = texts
  const nameOf = (key: string) => {
    const words = catalogue.purposes.get(key)?.current.texts
    return words?.[language]?.name ?? words?.[catalogue.defaultLanguage]?.name ?? key
  }
  const body = html`<header>
<h1>${title}</h1>
<p>${texts.about(catalogue.controller.name)}</p>
<dl>${fact(texts.made, html`<time datetime="${madeAt}">${madeAt.slice(0, 10)}</time>`)}</dl>
</header>
<main>
${people.map((person) => personOf(texts, person, nameOf))}
</main>
<footer><p>${texts.machine}</p></footer>`
  return page({ title, language, direction, style, body })
}

function personOf(texts: ArchiveTexts, person: GatheredPerson, nameOf: (key: string) => string): Markup {
  const word = (status: string) => texts.words[status] ?? status
  const nothing = html`<p class="hint">${texts.none}</p>`
  return html`<section>
<h2>${texts.identifiers}</h2>
<dl>${fact('ID', code(person.subject.id))}${fact('Ref', person.subject.ref === null ? undefined : code(person.subject.ref))}
${person.identifiers.map(({ type, value }) => fact(type, isolated(value)))}</dl>
<h2>${texts.decisions}</h2>
${
  person.decisions.length === 0
    ? nothing
    : html`<table><tbody>${person.decisions.map(
        (decision) =>
          html`<tr><th scope="row">${isolated(nameOf(decision.purpose))}</th><td>${word(decision.status)}</td><td>${decision.decided_at.slice(0, 10)}</td></tr>`,
      )}</tbody></table>`
}
<h2>${texts.preferences}</h2>
${
  person.preferences.length === 0
    ? nothing
    : html`<ul>${person.preferences.map((preference) => html`<li>${code([preference.key, preference.channel].filter(Boolean).join(' · '))}: ${isolated(JSON.stringify(preference.value))}</li>`)}</ul>`
}
<h2>${texts.history}</h2>
${
  person.history.length === 0
    ? nothing
    : html`<ol>${person.history.map(
        (record) =>
          html`<li>${record.recorded_at.slice(0, 16).replace('T', ' ')} UTC: ${Object.entries(record.purposes)
            .map(([key, { decision }]) => `${nameOf(key)}: ${word(decision)}`)
            .join(', ')}</li>`,
      )}</ol>`
}
<p>${texts.receipts(person.receipts.length)}</p>
</section>`
}
