import { isGivenName, isSurname } from './person-words.ts'
import { before } from './text.ts'

// Finds the start and end of a party's name in a case.

const SMALL = new Set(
	'of the and for de la del da van von der den bin al el & y ex rel. rel et al. a/k/a aka d/b/a dba f/k/a in re on behalf'.split(
		' ',
	),
)
const SUFFIX = /^(?:inc|llc|l\.l\.c|ltd|corp|co|llp|lp|n\.a|p\.c|pc|jr|sr|ii|iii|et|al|m\.d|md|p\.a)\.?,?$/i
/** Words that are not part of a party, even if capitalized at the start of a sentence. */
const STOP = new Set(
	`i my our we they he she it you your his her their its is are was were be been has have had do does did will would can could should may might
in on at after under since see when if as before whether but or so because while where who whom which what how why not no yes with from by about into than
that this these those there here lost won got tried compare today tomorrow next last just also anyone anybody does please help case cases hearing trial
for and to up out off over re: versus vs v called filed set goes went is: against update question thoughts advice argued arguing argue read reading love wait hi hello
settled defending handling handle took inherited dismissed before monday tuesday wednesday thursday friday saturday sunday named handled still now then
oc op pnc gal opposing citing`.split(/\s+/),
)

/** A word of a party's name, in lower case without punctuation, with its position. */
export interface Word {
	text: string
	start: number
	end: number
}

const bare = (word: string) => word.replaceAll(/^["'(]+|[.,;:)"']+$/g, '')
const isCapital = (word: string) => /^["'(]?\p{Lu}|^["'(]?\d+\p{Lu}/u.test(word)
const isAbbreviation = (word: string) =>
	/^(?:\p{Lu}\.)+$|^(?:Inc|Co|Corp|Ltd|Jr|Sr|St|Dr|Mr|Mrs|Ms|Bros|Dept|Ins|Ass'n|Assn|Hosp|Univ|Mfg|Ry|R\.R|Sch|Dist|Cnty|Cty|Comm'n|rel|al|No|U\.S|Messrs|Twp|Bor|Bd|Vill|Mun|Auth|Educ|Dev|Condo|Dep't|Div|Dist|Cmty|Assocs|Props|Indus|Mgmt|Hous|Transp|Ctr|Med|Serv|Servs)\.$/u.test(
		word,
	)

const isSmallWord = (word: string, plain: string) => SMALL.has(word.toLowerCase()) || SMALL.has(plain)

/** Returns whether a word can start or continue a party. */
function isInProgress(words: readonly Word[], word: string, plain: string): boolean {
	const isSmall = isSmallWord(word, plain)
	if (STOP.has(plain)) return isSmall && words.length > 0
	return isSmall || isCapital(word)
}

/** Returns whether a lower-case word can be in a party: alone, or as the second word of "dana whitlock". */
const goesOnInLowerCase = (words: readonly Word[], plain: string) =>
	!STOP.has(plain) &&
	(words.length === 0 || (words.length === 1 && (isSurname(plain) || isGivenName(words[0]?.text ?? ''))))

/** Returns whether the punctuation after a word ends the party. */
function endsParty(raw: string, next: string): boolean {
	if (/[;:?!)"]$/.test(raw)) return true
	if (/,$/.test(raw)) return !SUFFIX.test(next)
	return /\.$/.test(raw) && !isAbbreviation(raw) && !SUFFIX.test(next)
}

/** Returns the words of the party that starts at a position. */
export function partyAfter(text: string, from: number): Word[] {
	const words: Word[] = []
	const isLower = !/^\s*["'(]?[\p{Lu}\d]/u.test(text.slice(from, from + 12))
	for (const match of text.slice(from, from + 160).matchAll(/\S+|\n/g)) {
		const raw = match[0]
		const word = raw.replace(/'s[.,;:?!)]*$/i, '')
		const plain = bare(word).toLowerCase()
		// A number in parentheses is the docket number, not part of the name.
		if (words.length >= 9 || (plain === '' && raw !== '&') || /^\([\w-]*\d{4}/.test(raw)) break
		if (isLower ? !goesOnInLowerCase(words, plain) : !isInProgress(words, word, plain)) break
		const start = from + match.index
		words.push({ text: plain, start, end: start + word.length })
		const next = /^\s+(\S+)/.exec(text.slice(start + raw.length, start + raw.length + 20))?.[1] ?? ''
		if (raw !== word || endsParty(raw, next)) break
	}
	while (words.length > 0 && SMALL.has(words.at(-1)?.text ?? '') && words.at(-1)?.text !== 'al') words.pop()
	const last = words.at(-1)
	if (last) last.end -= /[.,;:)"']+$/.exec(text.slice(last.start, last.end))?.[0].length ?? 0
	return words
}

/** Returns whether a stop word can be in a party: "in" only before "re"; "re", "for" and "and" before any word. */
const startsParty = (plain: string, next: string | undefined) =>
	plain === 'in' ? next === 're' : next !== undefined && /^(?:re|for|and)$/.test(plain)

const GOVERNMENT_WORD = /^(?:of|states|the|state|people|united|city|county|commonwealth)$/

/** Returns the words of the party that ends at a position. */
export function partyBefore(text: string, to: number): Word[] {
	const line = before(text, to, 160)
	const offset = to - line.length
	const words: Word[] = []
	const all = [...line.matchAll(/\S+/g)].reverse()
	// "et al." does not show how the party itself is capitalized.
	const nearest = all.find(([word]) => !/^(?:et|al\.?,?)$/i.test(word))?.[0] ?? ''
	const isLower = !isCapital(nearest) && !SUFFIX.test(nearest)
	for (const match of all) {
		const word = match[0]
		const plain = bare(word).toLowerCase()
		const next = words[0]
		if (words.length >= 9 || (next && endsParty(word, text.slice(next.start, next.end)))) break
		if (STOP.has(plain) && !startsParty(plain, next?.text)) break
		const fits = isLower
			? !next || next.text === 'of' || GOVERNMENT_WORD.test(plain)
			: isCapital(word) || isSmallWord(word, plain)
		if (!fits) break
		words.unshift({ text: plain, start: offset + match.index, end: offset + match.index + word.length })
	}
	while (SMALL.has(words[0]?.text ?? '') && !(words[0]?.text === 'in' && words[1]?.text === 're')) words.shift()
	return words
}
