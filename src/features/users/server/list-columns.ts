import type { Field } from '../import-contract.ts'

/**
 * What headings are usually called, in small letters and without signs; what is more certain stands first. An address
 * book has ten columns of phones, and an assistant's is among them.
 */
const NAMES: Readonly<Record<Field, readonly RegExp[]>> = {
	email: [
		/^(primary |main )?(e ?mail|mail)( address| adresse| id)?( ?1)?( value)?$/,
		/^(work|business|office|home|personal|other|secondary) e ?mail( address)?$/,
		/\be ?mail(?!ing|.*(type|label|display|status|opt|permission|name|list|sent|consent|count|date))/,
	],
	firstName: [/^(first|given|fore) ?name$|^vorname$|^prenom$|^nombre$/, /^first$|^given$/],
	lastName: [/^(last|family|sur) ?names?$|^nachname$|^surname$|^apellidos?$/, /^last$/],
	name: [
		/^(full |member |display |contact |client )?names?$|^name first last$|^first (and )?last name$/,
		/^members?$|^attorney( name)?$|^lawyer( name)?$|^contact$/,
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
}

/** Whether `value` is a heading of addresses and nothing else, in whichever place. */
export const isMailHeading = (value: string): boolean => {
	if (!/mail/i.test(value) || value.includes('@')) return false
	const name = plain(value)
	return NAMES.email.slice(0, 2).some((pattern) => pattern.test(name))
}

/** A heading in small letters and without signs. */
export const plain = (heading: string) =>
	heading
		.normalize('NFD')
		.replaceAll(/\p{M}/gu, '')
		.toLowerCase()
		.replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
		.trim()

export type Columns = Partial<Record<Field, number>>

/** Which column has what, by the headings. A column is one thing alone. */
export function guessColumns(headings: readonly string[]): Columns {
	const taken = new Set<number>()
	const columns: Columns = {}
	const names = headings.map(plain)
	for (const [field, patterns] of Object.entries(NAMES) as [Field, readonly RegExp[]][]) {
		const places = patterns.map((pattern) => names.findIndex((name, at) => !taken.has(at) && pattern.test(name)))
		const at = places.find((place) => place >= 0)
		if (at === undefined) continue
		taken.add(at)
		columns[field] = at
	}
	// Both halves are there: a third column with all of it says nothing more.
	if (columns.firstName !== undefined && columns.lastName !== undefined) delete columns.name
	return columns
}
