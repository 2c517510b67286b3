import { pattern } from './pattern.ts'
import { before, type Span } from './text.ts'

// Replacements for "@" and "." that hide an address from bots.
const OPEN = '[([{<*_#|~-]'
const CLOSE = '[)\\]}>*_#|~-]'
const AT_IN_BRACKETS = `\\s{0,2}${OPEN}{1,2}\\s{0,2}(?:at|@|a|arroba)\\s{0,2}${CLOSE}{1,2}\\s{0,2}`
const AT = `(?:\\s{0,2}(?:@|&#0?64;|&commat;|%40)\\s{0,2}|${AT_IN_BRACKETS}|\\s+(?:at|arroba)\\s+)`
const DOT = `(?:\\s{0,2}\\.\\s{0,2}|\\s{0,2}${OPEN}{1,2}\\s{0,2}(?:dot|punto|\\.|d)\\s{0,2}${CLOSE}{1,2}\\s{0,2}|\\s+(?:dot|punto|period|point)\\s+)`
const INNER = `(?:\\.|\\s{0,2}${OPEN}{1,2}\\s{0,2}(?:dot|\\.|underscore|dash|hyphen|minus|plus)\\s{0,2}${CLOSE}{1,2}\\s{0,2}|\\s+(?:dot|punto|underscore|dash|hyphen|minus|plus|period)\\s+)`
const TOP =
	'(?:com|net|org|edu|gov|mil|us|info|biz|io|co|me|law|legal|attorney|lawyer|app|dev|email|mail|online|site|cloud|example|test|invalid|localhost|uk|ca|mx|de|fr|es|it|nl|in|au|nz|ie|ch|at|be|br|ar|cl|pe|cn|jp|kr|ph|vn|ru|ua|pl|se|no|dk|fi|pr|tv|xyz|coop|church|legal|esq|llc|inc|ltd|group|team|care|health|clinic|family|house|homes|realty|estate|properties|farm|ranch|shop|store|works|world|life|live|today|pro|name|mobi|jobs|media|press|news|studio|design|photo|art|tech|systems|services|solutions|consulting|agency|company|business|digital|software|network|center|community|foundation|charity|school|academy|university|int|aero|museum|post|tax|cpa|accountants|finance|money|fund|capital|insurance|auto|bike|repair|plumbing|construction|build|contractors|energy|green|garden|pet|vet|dog|fish|pizza|cafe|bar|beer|wine|club|fun|games|fit|yoga|run|travel|tours|voyage|limo|taxi|cab|one|top|best|cool|link|click|page|website|space|host|domains|chat|social|zone|city|town|nyc|boston|miami|vegas|london|paris|berlin|wales|scot|cat|eus|gal|eu|asia|africa|za|ng|ke|gh|eg|il|tr|gr|pt|cz|sk|hu|ro|bg|hr|rs|si|lt|lv|ee|is|lu|li|mc|ma|tn|sa|ae|qa|pk|bd|lk|np|th|my|sg|hk|tw|kz|uz|ge|am|az|by|md|ni|hn|sv|gt|cr|pa|do|cu|ve|ec|bo|py|uy|gy|jm|tt|bb|bs|ht|vi|gu|as|fm|ws|to|cc|gg|im|je|tk|ml|gl|ai|la|ly|so|sh|st|ph|fyi|bz|vc|ws)'

/** The usual form, in any alphabet. */
const ORDINARY =
	/(?<![\p{L}\p{N}._+%&~-])[\p{L}\p{N}_+%&~'-]{1,64}(?:\.[\p{L}\p{N}_+~-]{1,64}){0,6}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,62})\.){1,6}(?:\p{L}{2,24}|xn--[a-z0-9-]{2,40})(?![\p{L}\p{N}])/giu
const QUOTED = /"[^"\n@]{1,40}"@(?:[a-z0-9-]{1,63}\.){1,5}[a-z]{2,24}\b/gi

const LOCAL = `(?<local>(?<![\\p{L}\\p{N}.+@_-])[\\p{L}\\p{N}_][\\p{L}\\p{N}_+-]{0,40}(?:${INNER}[\\p{L}\\p{N}_+-]{1,40}){0,4})`
const DOMAIN = `(?<domain>[\\p{L}\\p{N}][\\p{L}\\p{N}-]{0,60}(?:${DOT}[\\p{L}\\p{N}][\\p{L}\\p{N}-]{0,60}){0,3}${DOT}${TOP})\\b(?!-|\\.[\\p{L}\\p{N}])`
const SPELLED = pattern('giu')`${LOCAL}(?<at>${AT})${DOMAIN}`
/** With a bracketed "at", any domain suffix counts: intake{at}example{dot}la. */
const IN_BRACKETS = pattern(
	'giu',
)`${LOCAL}${AT_IN_BRACKETS}[\p{L}\p{N}][\p{L}\p{N}-]{0,60}(?:(?:\.|\s{0,2}${OPEN}\s{0,2}(?:dot|punto|\.)\s{0,2}${CLOSE}\s{0,2}|\s+dot\s+)[\p{L}\p{N}-]{2,40}){1,3}`
/** With a typo: a comma for the dot, "@" twice, no dot before "com". */
const MISTYPED =
	/(?<![\p{L}\p{N}._+%&~-])[\p{L}\p{N}_+%&~'-]{1,64}(?:[.,][\p{L}\p{N}_+~-]{1,64}){0,4}@{1,2}[\p{L}\p{N}][\p{L}\p{N}-]{1,62}(?:[.,;]{1,2}\s?|\.\s)?(?:com|net|org|edu|gov|law|us|legal|co)(?![\p{L}\p{N}])/giu
/** One word with the signs spelled out: janeATexampleDOTcom, jane_at_example_dot_com. */
const RUN_TOGETHER =
	/(?<![\p{L}\p{N}])[\p{L}\p{N}.+-]{2,40}(?:AT|_at_|-at-|\.at\.|_AT_)[\p{L}\p{N}-]{2,40}(?:(?:DOT|_dot_|-dot-|_DOT_|\.)[\p{L}\p{N}-]{2,40}){1,3}(?![\p{L}\p{N}])/gu
/** An account with a mail provider: janedoe77 at gmail, her gmail is jane.doe. */
const PROVIDERS =
	'(?:g[\\s-]?mail|google\\s?mail|yahoo|ymail|hotmail|outlook|aol|i\\s?cloud|proton(?:\\s?mail)?|msn|comcast|verizon|sbcglobal|gmx|live|me|mac|att|bellsouth|cox|charter|earthlink|optonline|juno|fastmail|zoho|hushmail|tutanota|rocketmail|duck|frontier|centurylink|windstream|spectrum|xfinity|rediffmail)'
const AT_PROVIDER = pattern(
	'giu',
)`(?<![\p{L}\p{N}.@])(?<local>[\p{L}\p{N}_][\p{L}\p{N}_.+-]{1,40}(?:${INNER}[\p{L}\p{N}_+-]{1,40}){0,3})(?:\s*@\s*|\s+(?:at|on|@)\s+|${AT_IN_BRACKETS})${PROVIDERS}\b`
const PROVIDER_FIRST = pattern(
	'giu',
)`\b${PROVIDERS}(?:\s+(?:account|address|handle))?(?:\s+(?:is|was)|\s?:)\s+(?<local>(?=[\w.+-]*(?:[\d_]|\.\w))(?=[\d._+-]*\p{L})[\p{L}\p{N}_][\p{L}\p{N}_.+-]{2,40})`

/** Words before an address that indicate an email. */
const MAILING =
	/\b(?:e-?mail(?:s|ed|ing|ing\s+me)?|mail(?:s|ed|ing)?|write|writes|wrote|writing|reach(?:ed)?|contact|send|sends|sent|sending|forward(?:s|ed)?|cc'?d?|bcc'?d?|addresses|address|inbox|account|from|to|paypal|zelle|venmo|username|correo|hit\s+(?:me|him|her)\s+up)\b[^.?!]{0,50}$/i

/** Words before "at findlaw dot com" that are not a mailbox. */
const NO_MAILBOX = new Set(
	`it me us them noon midnight court dinner home work school church once first last least best most all night day him her you i we they he she this that these those one look looks looked looking find finds found available here there everything
online bought buy order ordered download downloaded read posted post published sign up signed register registered see watch listen out over all form forms
is are was were be been up down back free live store shop webinar cle course more info information rules opinion opinions text site website page blog
article start started sold work works worked working hosted stay arrive arrived starts begins meet meets met hearing court only and or`.split(
		/\s+/,
	),
)

const isSpelled = (place: string) =>
	/\s(?:dot|punto|period|point)\s|[([{<*_#|~-]\s*(?:dot|punto|\.)\s*[)\]}>*_#|~-]/i.test(place)

function isMailbox(match: RegExpMatchArray, text: string): boolean {
	const { local = '', at = '', domain = '' } = match.groups ?? {}
	const lead = before(text, match.index ?? 0, 70)
	const sign = at.trim().toLowerCase()
	if (/[([{<*_#|~]|&|%40/.test(sign) || sign.startsWith('-')) return true
	const looksLikeOne = /[\d._+]|\b(?:dot|underscore|dash|plus|punto)\b/i.test(local) && !/^\d+$/.test(local)
	if (sign === '@') {
		// A number alone before "@" is a quantity, not a mailbox, unless the dot is spelled out.
		return !/^\d+$/.test(local) || isSpelled(domain)
	}
	if (NO_MAILBOX.has(local.toLowerCase())) return false
	// In "tim AT timlaw.com", the word is in capitals only because it stands for "@".
	if (looksLikeOne || (at.trim() === 'AT' && /\p{Ll}/u.test(local))) return true
	return isSpelled(domain) ? !/(?:ed|ing)$/i.test(local) || MAILING.test(lead) : MAILING.test(lead) && !/ /.test(domain)
}

/** Mailboxes of help desks, shops and courts, which identify no person. */
const NOBODYS =
	/^(?:support|help|help-?desk|e-?filing|efile(?:support|help)?|(?:cm-?)?ecf[\w-]*|pacer|customer-?(?:service|care|support)|billing|sales|abuse|postmaster|webmaster|feedback|membership|ethics[\w-]*|press|privacy|security|cle|events|registrar|refunds?|newsletter|subscriptions?|accounts?-?(?:payable|receivable)?|hello|team)[\w.-]{0,3}@/i
const NOBODYS_HOST =
	/@(?:[\w-]+\.)*(?:uscourts|courts?|irs|ssa|uscis|usdoj|calbar|mybar|americanbar|clio|lawpay|westlaw|lexisnexis|thomsonreuters)\.(?:gov|com|org|us)$/i
const PARTY_NEAR =
	/\b(?:clients?|def(?:endant)?'?s?|plaintiff|OC|OP|opposing|adverse|party|his|her|their|owner|landlord|tenant|debtor|creditor|witness|seller|buyer|employer|adjuster|wife|husband)\b/i

/** Returns whether an address belongs to a public office rather than a party. */
function isNobodys(text: string, [start, end]: Span): boolean {
	const address = text.slice(start, end)
	if (!NOBODYS.test(address) && !(NOBODYS_HOST.test(address) && /^(?:info|contact|clerk|admin)[\w-]*@/i.test(address)))
		return false
	return !PARTY_NEAR.test(`${before(text, start, 60)} ${text.slice(end, end + 40)}`)
}

/** Finds email addresses, including obfuscated ones. */
export function findEmails(text: string): Span[] {
	const places: Span[] = []
	const add = (match: RegExpMatchArray, from = match.index ?? 0) =>
		places.push([from, (match.index ?? 0) + match[0].trimEnd().length])
	for (const pattern of [ORDINARY, QUOTED, IN_BRACKETS, MISTYPED])
		for (const match of text.matchAll(pattern)) add(match)
	for (const match of text.matchAll(SPELLED)) if (isMailbox(match, text)) add(match)
	for (const match of text.matchAll(RUN_TOGETHER))
		if (pattern('i')`(?:DOT|dot|\.)[_-]?${TOP}$`.test(match[0])) add(match)
	for (const match of text.matchAll(AT_PROVIDER)) {
		const local = match.groups?.local ?? ''
		if (NO_MAILBOX.has(local.toLowerCase())) continue
		if (
			/[\d._]|\s(?:dot|underscore|dash|punto)\s/i.test(local)
				? !/^\d+$/.test(local)
				: /@|[([]/.test(match[0]) || MAILING.test(before(text, match.index, 40))
		)
			add(match)
	}
	for (const match of text.matchAll(PROVIDER_FIRST)) add(match)
	return places.filter((place) => !isNobodys(text, place))
}
