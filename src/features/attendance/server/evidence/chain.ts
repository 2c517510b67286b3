import { createHash } from 'node:crypto'

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json | undefined }

/** Serializes JSON canonically, with sorted names and no spaces, so that equal evidence has equal bytes. */
export function canonicalJson(value: Json): string {
	if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
	if (typeof value !== 'object' || value === null) return JSON.stringify(value)
	const entries = Object.entries(value as Readonly<Record<string, Json | undefined>>)
		.filter((entry): entry is [string, Json] => entry[1] !== undefined)
		.toSorted(([one], [other]) => (one < other ? -1 : 1))
	return `{${entries.map(([name, each]) => `${JSON.stringify(name)}:${canonicalJson(each)}`).join(',')}}`
}

/** Returns the hash of a link of the chain, computed from the previous hash and its own evidence. */
export const linkHash = (previousHash: string, json: string): string =>
	createHash('sha256').update(`${previousHash}\n${json}`).digest('hex')

/** Returns the SHA-256 of a string, in hexadecimal. */
export const textHash = (text: string): string => createHash('sha256').update(text).digest('hex')

export interface Link {
	attendanceId: string
	/** Empty once its retention period is over. */
	json: string
	hash: string
	previousHash: string
	/** Last day on which it must be kept. */
	keptUntil: string
}

/** Returns the fault of a link, given the previous hash; undefined if the link is valid. */
export function faultOf(link: Link, previousHash: string | undefined, today: string): string | undefined {
	if (link.previousHash !== (previousHash ?? '')) return 'does not follow the record before it'
	if (link.json === '') return link.keptUntil < today ? undefined : 'was deleted before its keeping period was over'
	return linkHash(link.previousHash, link.json) === link.hash ? undefined : 'was changed'
}
