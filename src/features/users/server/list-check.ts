import { setImmediate } from 'node:timers/promises'
import { inArray } from 'drizzle-orm'
import * as z from 'zod/mini'
import { db } from '#db/client.ts'
import { users } from '#db/schema/users.ts'
import { emailKey } from '#src/features/auth/server/service.ts'
import { emailAddress, personName } from '#src/lib/fields.ts'
import type { ListedPerson } from '../import-contract.ts'
import { type Columns, guessColumns, type Line, readLines } from './list-file.ts'

/** Longest value of any other column, in characters. */
const LONGEST = 500
/** How many addresses are looked up at once. */
const AT_ONCE = 500
/** How long one goes on before others have their turn, in milliseconds. */
export const SLICE_MS = 5

const anEmail = emailAddress('faulty')
const aName = personName(2, 'faulty')

/** A person of a list, with what else it says of them. */
export interface Listed extends ListedPerson {
	phoneNumber: string | null
	firmName: string | null
	practiceAreas: string | null
	yearsOfExperience: string | null
}

/** Why nobody can be invited by this line; '' where somebody can. `seen` has the line of each address before. */
function faultOf(name: string, email: string, others: (string | null)[], seen: ReadonlyMap<string, number>): string {
	if (email === '') return 'e-mail address is missing'
	if (!z.safeParse(anEmail, email).success) return 'e-mail address is not one'
	const before = seen.get(emailKey(email))
	if (before !== undefined) return `same e-mail address as row ${before}`
	if (name === '') return 'name is missing'
	if (!z.safeParse(aName, name).success) return 'name is too short or too long'
	return others.some((value) => (value?.length ?? 0) > LONGEST) ? `a value has more than ${LONGEST} characters` : ''
}

function toListed({ line, values }: Line, columns: Columns, seen: Map<string, number>): Listed {
	const of = (field: keyof Columns) => values[columns[field] ?? -1] ?? ''
	const name = of('name') || [of('firstName'), of('lastName')].filter(Boolean).join(' ')
	const email = of('email')
	const other = (field: keyof Columns) => of(field) || null
	const more = {
		...{ phoneNumber: other('phoneNumber'), firmName: other('firmName') },
		...{ practiceAreas: other('practiceAreas'), yearsOfExperience: other('yearsOfExperience') },
	}
	const fault = faultOf(name, email, Object.values(more), seen)
	if (!fault) seen.set(emailKey(email), line)
	// What is refused for its length is kept as far as the report shows it.
	const short = (text: string) => text.slice(0, LONGEST)
	const kept = fault ? { phoneNumber: null, firmName: null, practiceAreas: null, yearsOfExperience: null } : more
	return { line, state: fault ? 'faulty' : 'new', name: short(name), email: short(email), fault, ...kept }
}

/** Marks who has an account already. */
async function markMembers(people: Listed[]): Promise<void> {
	const open = people.filter(({ state }) => state === 'new')
	for (let at = 0; at < open.length; at += AT_ONCE) {
		const part = open.slice(at, at + AT_ONCE)
		const rows = await db()
			.select({ key: users.emailKey })
			.from(users)
			.where(
				inArray(
					users.emailKey,
					part.map(({ email }) => emailKey(email)),
				),
			)
		const known = new Set(rows.map(({ key }) => key))
		for (const person of part) if (known.has(emailKey(person.email))) person.state = 'member'
		await setImmediate()
	}
}

export interface CheckedList {
	headings: string[]
	columns: Columns
	people: Listed[]
	counts: { fresh: number; members: number; faulty: number }
}

/**
 * What a list says, and what would become of everybody in it. Works in slices, so that nobody waits for it.
 * @param chosen which column has what; where it says nothing the headings decide.
 * @throws {ApiError} 400 for what is no list of people.
 */
export async function checkList(bytes: Uint8Array, chosen: Columns): Promise<CheckedList> {
	const { headings, lines } = await readLines(bytes)
	const said = Object.fromEntries(Object.entries(chosen).filter(([, at]) => at !== undefined)) as Columns
	const columns = Object.keys(said).length > 0 ? said : guessColumns(headings)
	const seen = new Map<string, number>()
	const people: Listed[] = []
	let begun = performance.now()
	for (const line of lines) {
		people.push(toListed(line, columns, seen))
		if (performance.now() - begun < SLICE_MS) continue
		await setImmediate()
		begun = performance.now()
	}
	await markMembers(people)
	const count = (state: ListedPerson['state']) => people.filter((person) => person.state === state).length
	return {
		...{ headings, columns, people },
		counts: { fresh: count('new'), members: count('member'), faulty: count('faulty') },
	}
}
