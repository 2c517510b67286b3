import { findAddresses } from './addresses.ts'
import { findBirths } from './births.ts'
import { findCaptions } from './captions.ts'
import { findDockets } from './dockets.ts'
import { findEmails } from './emails.ts'
import { findIdentityNumbers } from './identity-numbers.ts'
import { findNames, surnamesAgain } from './names.ts'
import { findPhones } from './phones.ts'
import { findSocialSecurityNumbers } from './social-security.ts'
import { plainText, type Span } from './text.ts'

/** What can give a client away. */
export const FINDING_TYPES = ['docket', 'caption', 'phone', 'email', 'ssn', 'dob', 'address', 'name', 'id'] as const
export type FindingType = (typeof FINDING_TYPES)[number]

/** A place in a text, as [start, end) in UTF-16 units. */
export interface Finding {
	type: FindingType
	start: number
	end: number
	text: string
}

// The type that says most of a place goes first, and keeps it.
const FINDERS: readonly (readonly [type: FindingType, find: (text: string) => Span[]])[] = [
	['email', findEmails],
	['ssn', findSocialSecurityNumbers],
	['id', findIdentityNumbers],
	// Before the dockets: 2-29-2004 has the form of one in Illinois.
	['dob', findBirths],
	['docket', findDockets],
	['phone', findPhones],
	['address', findAddresses],
	['caption', findCaptions],
	['name', findNames],
]

/**
 * What in a post looks like a client's data. Pure and local: it runs in the browser while somebody writes, and
 * nothing of it leaves. It errs on both sides (docs/decisions/017 says how often); the writer decides.
 */
export function detect(text: string): Finding[] {
	const { plain, original } = plainText(text)
	const kept: Finding[] = []
	// Which characters are taken: many findings would be slow to compare with each other.
	const taken = new Uint8Array(text.length)
	const keep = (type: FindingType, places: Span[]) => {
		for (const place of places.sort((a, b) => a[0] - b[0] || b[1] - a[1])) {
			const [start, end] = original(place)
			if (taken.subarray(start, end).includes(1)) continue
			taken.fill(1, start, end)
			kept.push({ type, start, end, text: text.slice(start, end) })
		}
	}
	for (const [type, find] of FINDERS) keep(type, find(plain))
	const of = (type: FindingType) => kept.filter((one) => one.type === type).map((one) => one.text)
	keep('name', surnamesAgain(plain, of('name'), of('caption')))
	return kept.sort((a, b) => a.start - b.start)
}
