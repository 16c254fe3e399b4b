import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { pageTexts } from '../packages/evidence/src/page/texts.ts'
import { inlineModules } from './inline-modules.ts'

const folder = fileURLToPath(new URL('../packages/evidence/src/page/', import.meta.url))

/** One file that needs no other: packages/evidence with a page around it. Its policy lets it reach nothing. */
export function verifyPage(): string {
  const script = inlineModules(`${folder}verify-page.ts`)
  const style = readFileSync(`${folder}verify-page.css`, 'utf8')
  const digest = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`
  const policy = `default-src 'none'; script-src ${digest(script)}; style-src ${digest(style)}; base-uri 'none'; form-action 'none'`
  const t = pageTexts.en
  return `<!doctype html>
<html lang="en">
<!-- Made from packages/evidence/src by npm run generate. Save it, and it works from your disk. -->
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${t.title}</title>
<style>${style}</style>
</head>
<body>
<nav aria-label="Language / Sprache">
<button type="button" data-language="en" lang="en" aria-pressed="true">English</button>
<button type="button" data-language="de" lang="de" aria-pressed="false">Deutsch</button>
</nav>
<main>
<h1 data-text="title">${t.title}</h1>
<p data-text="intro">${t.intro}</p>
<p class="hint" data-text="alone">${t.alone}</p>
<form id="form">
<div id="drop">
<label for="files"><span data-text="drop">${t.drop}</span>, <span data-text="choose">${t.choose}</span></label>
<input id="files" type="file" multiple accept=".json,.jws,.txt,application/json,text/plain">
</div>
<label for="receipt" data-text="receipt">${t.receipt}</label>
<span class="hint" id="receipt-hint" data-text="receiptHint">${t.receiptHint}</span>
<textarea id="receipt" rows="6" spellcheck="false" autocomplete="off" aria-describedby="receipt-hint"></textarea>
<label for="keys" data-text="keys">${t.keys}</label>
<span class="hint" id="keys-hint" data-text="keysHint">${t.keysHint}</span>
<textarea id="keys" rows="4" spellcheck="false" autocomplete="off" aria-describedby="keys-hint"></textarea>
<label for="trusted" data-text="logKeys">${t.logKeys}</label>
<span class="hint" id="trusted-hint" data-text="logKeysHint">${t.logKeysHint}</span>
<textarea id="trusted" rows="2" spellcheck="false" autocomplete="off" aria-describedby="trusted-hint"></textarea>
<button type="submit" data-text="check">${t.check}</button>
</form>
<p id="status" role="status"></p>
<section id="result" tabindex="-1" aria-labelledby="verdict"></section>
</main>
<script>${script}</script>
</body>
</html>
`
}
