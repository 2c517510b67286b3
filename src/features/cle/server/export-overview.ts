import { site } from '#src/lib/site/site.ts'
import { escapeHtml } from '#src/lib/text/html.ts'
import { formatCredits, shortDay } from '../cle-text.ts'
import type { Ledger } from '../contract.ts'
import type { Card } from '../ledger-schema.ts'

/** A file in the ZIP that the overview links to. */
export interface ExportedFile {
	/** Its path in the ZIP. */
	path: string
	title: string
}

const STYLE =
	':root{color-scheme:light dark}body{max-width:46rem;margin:2rem auto;padding:0 1rem;font:16px/1.6 system-ui,sans-serif}h1,h2{font-family:Georgia,serif;line-height:1.25}table{border-collapse:collapse;width:100%}th,td{text-align:start;padding:.25rem .5rem;border-bottom:1px solid #8886}td:nth-child(n+2),th:nth-child(n+2){text-align:end}'

/** The notice of the overview. The ledger also shows its first sentence. */
const NOTICE =
	'The club does not grant credit; a board does. What you entered yourself is self-reported, not accredited.'

const numberText = (need: number | null) => (need === null ? 'not checked' : formatCredits(need))

const row = (cells: readonly string[], tag: 'td' | 'th' = 'td') =>
	`<tr>${cells.map((cell) => `<${tag}>${escapeHtml(cell)}</${tag}>`).join('')}</tr>\n`

function cardHtml({ name, cycle, problem, requirements, assumptions, carryIn, rules }: Card): string {
	if (!cycle) return `<h2>${escapeHtml(name)}</h2><p>${escapeHtml(problem ?? '')}</p>\n`
	const lines = requirements.map(({ label, have, need, missing }) =>
		row([label, formatCredits(have), numberText(need), formatCredits(missing)]),
	)
	const notes = [...(carryIn > 0 ? [`Carry-over from last cycle: ${formatCredits(carryIn)}`] : []), ...assumptions]
	return `<h2>${escapeHtml(name)}</h2>
<p>${escapeHtml(cycle.label)}. Last day ${shortDay(cycle.lastDay)}, report by ${shortDay(cycle.reportBy)}. ${escapeHtml(rules.words)}</p>
<table>${row(['Requirement', 'Earned', 'Required', 'Missing'], 'th')}${lines.join('')}</table>
${notes.map((note) => `<p>${escapeHtml(note)}</p>`).join('\n')}
`
}

/** Returns the overview of the ZIP: self-contained, without scripts, all content escaped. */
export function overviewHtml({ today, cards }: Ledger, files: readonly ExportedFile[], name: string): string {
	const title = `Credits of ${name}`
	const links = files.map(
		({ path, title: text }) => `<li><a href="${escapeHtml(encodeURI(path))}">${escapeHtml(text)}</a></li>`,
	)
	return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body><h1>${escapeHtml(title)}</h1><p>${escapeHtml(site().name)}, ${shortDay(today)}. ${escapeHtml(NOTICE)}</p>
${cards.map(cardHtml).join('')}<h2>Files</h2><ul><li><a href="credits.csv">All credits as a table</a></li>${links.join('')}</ul>
</body></html>
`
}
