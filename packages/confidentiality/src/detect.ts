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

/** Kinds of data that can identify a client. */
export const FINDING_TYPES = ['docket', 'caption', 'phone', 'email', 'ssn', 'dob', 'address', 'name', 'id'] as const
export type FindingType = (typeof FINDING_TYPES)[number]

/** A span of text, [start, end) in UTF-16 units. */
export interface Finding {
	type: FindingType
	start: number
	end: number
	text: string
}

// Most specific type first: when findings overlap, the earlier type wins.
const FINDERS: readonly (readonly [type: FindingType, find: (text: string) => Span[]])[] = [
	['email', findEmails],
	['ssn', findSocialSecurityNumbers],
	['id', findIdentityNumbers],
	// Before dockets: 2-29-2004 has the form of an Illinois docket number.
	['dob', findBirths],
	['docket', findDockets],
	['phone', findPhones],
	['address', findAddresses],
	['caption', findCaptions],
	['name', findNames],
]

/**
 * Finds likely client data in a post. Pure and local: it runs in the browser before posting and sends nothing. It has
 * false positives and negatives (rates in docs/decisions/017); the writer decides.
 */
export function detect(text: string): Finding[] {
	const { plain, original } = plainText(text)
	const kept: Finding[] = []
	// Occupied characters: comparing many findings with each other would be slow.
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
