import { setImmediate } from 'node:timers/promises'
import { inArray } from 'drizzle-orm'
import * as z from 'zod/mini'
import { db } from '#db/client.ts'
import { memberStatus, users } from '#db/schema/users.ts'
import { isReminderDue } from '#src/features/auth/server/link-state.ts'
import { emailKey } from '#src/features/auth/server/service.ts'
import { hasDuesData, knownCustomers, planKey, planKeys } from '#src/features/dues/server/listed-members.ts'
import { emailAddress, personName } from '#src/lib/api/fields.ts'
import { dayIn } from '#src/lib/dates/day-in.ts'
import { nameFromAddress, readAddress, unreachableEnding } from '#src/lib/mail-address.ts'
import { hasFeature } from '#src/lib/site/features.ts'
import { lineOf } from '#src/lib/text/line-of.ts'
import { LABEL_LIMIT, MAX_LABELS, MEMBER_STATUSES } from '../../contract.ts'
import type { DryRun, ListedPerson } from '../../import-contract.ts'
import { type Columns, guessColumns } from './list-columns.ts'
import { duesOf, type ListedDues, NO_DUES, withDues } from './list-dues.ts'
import { readLines } from './list-file.ts'
import { marksIn } from './list-marks.ts'
import type { Line } from './list-table.ts'

/** Maximum length of a value in columns other than name and email address, in characters. */
const MAX_LENGTH = 500
const BATCH_SIZE = 500
/** Milliseconds of work before letting other requests run. */
export const SLICE_MS = 5

const anEmail = emailAddress('faulty')
const aName = personName(2, 'faulty')

export interface Listed extends ListedPerson, ListedDues {
	phoneNumber: string | null
	firmName: string | null
	practiceAreas: string | null
	yearsOfExperience: string | null
	joinedAt: Date | null
	labels: string[]
	plan: string | null
	/** The person's account, if any, and whether they can be reminded of its invitation now. */
	userId: string | null
	isDue: boolean
}

/** Returns the fault that prevents inviting a line's person; '' if there is none. */
function faultOf(name: string, email: string, others: (string | null)[], seen: ReadonlyMap<string, number>): string {
	if (email === '') return 'email address is missing'
	if (email.split(/[\s;,]+/).filter((part) => part.includes('@')).length > 1) return 'has more than one email address'
	const ending = unreachableEnding(email)
	if (ending) return `email cannot reach an address that ends in ${ending}`
	if (!z.safeParse(anEmail, email).success) return 'email address is not valid'
	const before = seen.get(emailKey(email))
	if (before !== undefined) return `same email address as row ${before}`
	if (!z.safeParse(aName, name).success) return 'name is too short or too long'
	return others.some((value) => (value?.length ?? 0) > MAX_LENGTH)
		? `a value has more than ${MAX_LENGTH} characters`
		: ''
}

/** Returns the distinct labels in a cell. */
const labelsIn = (cell: string) => [...new Set(cell.split(/[,;|]/).map(lineOf))].filter(Boolean)

function labelFault(labels: readonly string[], plan: string): string {
	if (labels.length > MAX_LABELS) return `has more than ${MAX_LABELS} labels`
	return [plan, ...labels].some(({ length }) => length > LABEL_LIMIT)
		? `a label or plan has more than ${LABEL_LIMIT} characters`
		: ''
}

const NOTHING_ELSE = {
	...{ phoneNumber: null, firmName: null, practiceAreas: null, yearsOfExperience: null },
	...{ joinedAt: null, labels: [], plan: null, userId: null, isDue: false, memberStatus: null, ...NO_DUES },
}

// Truncates an overlong value to the length that the report shows.
const short = (text: string) => text.slice(0, MAX_LENGTH)
const faulty = (line: number, name: string, email: string, fault: string): Listed => ({
	...{ line, state: 'faulty', name: short(name), email: short(email), fault },
	...NOTHING_ELSE,
})

/** Parses a line. `hasName` is false for a derived name, `hasDate` for an unreadable day of joining. */
function toListed({ line, values }: Line, columns: Columns, seen: Map<string, number>) {
	const of = (field: keyof Columns) => lineOf(values[columns[field] ?? -1] ?? '')
	const { address: email, name: beside } = readAddress(of('email'))
	const given = of('name') || [of('firstName'), of('lastName')].filter(Boolean).join(' ') || beside
	const name = given || nameFromAddress(email).slice(0, 100)
	const other = (field: keyof Columns) => of(field) || null
	const more = {
		...{ phoneNumber: other('phoneNumber'), firmName: other('firmName') },
		...{ practiceAreas: other('practiceAreas'), yearsOfExperience: other('yearsOfExperience') },
	}
	const [labels, plan, joined] = [labelsIn(values[columns.labels ?? -1] ?? ''), of('plan'), of('joinedAt')]
	const { fault: duesFault, ...dues } = duesOf({ line, values }, columns)
	const fault = faultOf(name, email, Object.values(more), seen) || labelFault(labels, plan) || duesFault
	if (fault) return { person: faulty(line, given, email, fault), hasName: true, hasDate: true }
	seen.set(emailKey(email), line)
	const joinedAt = dayIn(joined)
	const kept = { ...NOTHING_ELSE, ...more, ...dues, joinedAt, labels, plan: plan || null }
	const person: Listed = { ...kept, line, state: 'new', name, email, fault }
	return { person, hasName: given !== '', hasDate: joined === '' || joinedAt !== null }
}

const toOtherTableRow = ({ line, values }: Line): Listed =>
	faulty(line, '', values.find((value) => value.includes('@')) ?? '', 'is in another table of this file')

async function markMembers(people: Listed[]): Promise<void> {
	const open = people.filter(({ state }) => state === 'new')
	for (let at = 0; at < open.length; at += BATCH_SIZE) {
		const part = new Map(open.slice(at, at + BATCH_SIZE).map((person) => [emailKey(person.email), person]))
		const rows = await db()
			.select({ key: users.emailKey, userId: users.id, memberStatus, isDue: isReminderDue().mapWith(Boolean) })
			.from(users)
			.where(inArray(users.emailKey, [...part.keys()]))
		for (const { key, ...known } of rows) {
			const person = part.get(key)
			if (person) Object.assign(person, known, { state: 'member' })
		}
		await setImmediate()
	}
}

/** Marks customer ids that the list has twice, or that already belong to a member, as faults. */
async function markCustomers(people: readonly Listed[]): Promise<void> {
	const known = await knownCustomers(people.flatMap(({ customerId }) => customerId ?? []))
	const seen = new Map<string, number>()
	for (const person of people.filter(({ state }) => state === 'new')) {
		const { customerId, line } = person
		if (customerId === null) continue
		const before = seen.get(customerId)
		seen.set(customerId, before ?? line)
		const fault =
			before === undefined ? 'another member has this Stripe customer' : `same Stripe customer as row ${before}`
		if (before !== undefined || known.has(customerId))
			Object.assign(person, { ...NOTHING_ELSE, state: 'faulty', fault })
	}
}

/** Counts new people who get a membership, and those whose plan the club does not have. */
async function countDues(people: readonly Listed[]): Promise<DryRun['dues']> {
	if (!hasFeature('dues')) return null
	const keys = await planKeys()
	const isOfClub = ({ plan }: Listed) => plan !== null && keys.has(planKey(plan))
	const fresh = people.filter(({ state }) => state === 'new')
	return {
		members: fresh.filter((person) => isOfClub(person) || hasDuesData(person)).length,
		otherPlan: fresh.filter((person) => person.plan !== null && !isOfClub(person)).length,
	}
}

export interface CheckedList {
	headings: string[]
	columns: Columns
	people: Listed[]
	counts: DryRun['counts']
	marked: number
	named: number
	undated: number
	due: number
	dues: DryRun['dues']
}

/**
 * Parses a list and determines the result for each person. Works in slices, to let other requests run.
 * @param chosen column meanings; missing ones are detected from the headings.
 * @param withMarked whether to also invite people marked as unsubscribed.
 * @throws {ApiError} 400 if it is not a list of people.
 */
export async function checkList(bytes: Uint8Array, chosen: Columns, withMarked: boolean): Promise<CheckedList> {
	const { headings, lines, otherTables } = await readLines(bytes)
	const said = Object.fromEntries(Object.entries(chosen).filter(([, at]) => at !== undefined)) as Columns
	const columns = Object.keys(said).length > 0 ? said : withDues(guessColumns(headings), lines)
	const markIn = marksIn(headings, columns)
	const seen = new Map<string, number>()
	const people = otherTables.map(toOtherTableRow)
	const unnamed: Listed[] = []
	const undated: Listed[] = []
	const marks = new Map<Listed, string>()
	let begun = performance.now()
	for (const line of lines) {
		const { person, hasName, hasDate } = toListed(line, columns, seen)
		const mark = markIn(line.values)
		if (mark !== undefined) marks.set(person, mark)
		if (!hasName) unnamed.push(person)
		if (!hasDate) undated.push(person)
		people.push(person)
		if (performance.now() - begun < SLICE_MS) continue
		await setImmediate()
		begun = performance.now()
	}
	await markMembers(people)
	await markCustomers(people)
	const marked = [...marks].filter(([{ state }]) => state === 'new')
	if (!withMarked)
		for (const [person, mark] of marked)
			Object.assign(person, { state: 'faulty', fault: `the list says “${mark}”`, ...NOTHING_ELSE })
	const count = (is: (person: Listed) => boolean) => people.filter(is).length
	const isNew = ({ state }: Listed) => state === 'new'
	const known = MEMBER_STATUSES.map((status) => [status, count(({ memberStatus }) => memberStatus === status)])
	return {
		...{ headings, columns, people, due: count(({ isDue }) => isDue), dues: await countDues(people) },
		...{ marked: marked.length, named: unnamed.filter(isNew).length, undated: undated.filter(isNew).length },
		counts: {
			fresh: count(isNew),
			members: count(({ state }) => state === 'member'),
			known: Object.fromEntries(known) as DryRun['counts']['known'],
			faulty: count(({ state }) => state === 'faulty'),
		},
	}
}
