import type { Field } from '../../import-contract.ts'

/**
 * Common headings in lower case without punctuation, most certain first. The order matters: an exported address book
 * can have ten phone columns, including an assistant's.
 */
const HEADING_PATTERNS: Readonly<Record<Field, readonly RegExp[]>> = {
	email: [
		/^(primary |main )?(e ?mail|mail)( address| ?adres(se)?| id)?( ?1)?( value)?$/,
		/^(work|business|office|home|personal|other|secondary|contact|member) e ?mail( address)?$/,
		/^(user|attendee|participant|registrant|guest|invitee|subscriber|customer|client|buyer|host|organi[sz]er) e ?mail( address)?$/,
		/\be ?mail(?!ing|.*(type|label|display|status|opt|permission|name|list|sent|consent|count|date))/,
	],
	firstName: [/^(first|given|fore) ?name$|^vorname$|^prenom$|^nombre$/, /^first$|^given$/],
	lastName: [/^(last|family|sur) ?names?$|^nachname$|^surname$|^apellidos?$/, /^last$/],
	name: [
		/^(full |member |display |contact |client )?names?$|^name first last$|^first (and )?last name$/,
		/^(user )?name original name$|^members?$|^attorney( name)?$|^lawyer( name)?$|^contact$/,
	],
	phoneNumber: [
		/^(primary |main )?(tele)?phone( number| no)?( ?1)?( value)?$/,
		/^(business|work|office) (tele)?phone( number)?$/,
		/^(mobile|cell|tel)(?!.*(type|label))/,
		/^(?!.*(assistant|phonetic|type|label|fax|radio|car|tty)).*phone/,
	],
	firmName: [/^(law )?(firm|company|organi[sz]ation|office|employer|practice)( ?1)?( name)?$/],
	practiceAreas: [/practice areas?|^areas?( of (law|practice))?$|specialt/],
	yearsOfExperience: [/experience|years/],
	joinedAt: [/^(date |member )?(joined|since)( on| at| date)?$|^(join|joining|signup|sign up|membership start) date$/],
	labels: [/^(labels?|(member |contact )?tags?|groups?)$/],
	plan: [/^(membership |member )?(plan|tier|level)( name)?$|^membership( type)?$|^tiers$/],
	paidThrough: [
		/^(membership |dues )?(paid|valid|active) (until|through|thru|till|to)( date)?$/,
		/^(current )?(period|membership|subscription) ends?( date| at| on)?( utc)?$/,
		/^(membership )?(expir(es|y|ation)|renewal|renews|next (billing|payment))( date| at| on)?( utc)?$/,
	],
	complimentary: [/^comp(ed|limentary)?( plan| until| member(ship)?)?$/],
	customerId: [/^stripe (customer( id)?|id)$|^customer id$|^cus id$/],
}

/** Checks whether `value` is a heading for email addresses, in any column. */
export const isMailHeading = (value: string): boolean => {
	if (!/mail/i.test(value) || value.includes('@')) return false
	const name = normalizeHeading(value)
	return HEADING_PATTERNS.email.slice(0, 3).some((pattern) => pattern.test(name))
}

/** Normalizes a heading: lower case, no punctuation. */
export const normalizeHeading = (heading: string) =>
	heading
		.normalize('NFD')
		.replaceAll(/\p{M}/gu, '')
		.toLowerCase()
		.replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
		.trim()

export type Columns = Partial<Record<Field, number>>

/** Guesses the meaning of each column from its heading. A column has one meaning. */
export function guessColumns(headings: readonly string[]): Columns {
	const taken = new Set<number>()
	const columns: Columns = {}
	const names = headings.map(normalizeHeading)
	for (const [field, patterns] of Object.entries(HEADING_PATTERNS) as [Field, readonly RegExp[]][]) {
		const indexes = patterns.map((pattern) => names.findIndex((name, at) => !taken.has(at) && pattern.test(name)))
		const at = indexes.find((index) => index >= 0)
		if (at === undefined) continue
		taken.add(at)
		columns[field] = at
	}
	// First and last name make a column with the full name redundant.
	if (columns.firstName !== undefined && columns.lastName !== undefined) delete columns.name
	return columns
}
