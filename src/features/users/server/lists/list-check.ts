import { setImmediate } from 'node:timers/promises'
import { inArray } from 'drizzle-orm'
import * as z from 'zod/mini'
import { db } from '#db/client.ts'
import { memberStatus, users } from '#db/schema/users.ts'
import { isReminderDue } from '#src/features/auth/server/link-state.ts'
import { emailKey } from '#src/features/auth/server/service.ts'
import { hasDuesData, knownCustomers, planKey, planKeys } from '#src/features/dues/server/listed-members.ts'
import { emailAddress, personName } from '#src/lib/api/fields.ts'
import { parsePastDay } from '#src/lib/dates/day-in.ts'
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
/** Milliseconds of work before other requests get to run. */
const SLICE_MS = 5

const emailSchema = emailAddress('faulty')
const nameSchema = personName(2, 'faulty')

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
	const suffix = unreachableEnding(email)
	if (suffix) return `email cannot reach an address that ends in ${suffix}`
	if (!z.safeParse(emailSchema, email).success) return 'email address is not valid'
	const earlierLine = seen.get(emailKey(email))
	if (earlierLine !== undefined) return `same email address as row ${earlierLine}`
	if (!z.safeParse(nameSchema, name).success) return 'name is too short or too long'
	return others.some((value) => (value?.length ?? 0) > MAX_LENGTH)
		? `a value has more than ${MAX_LENGTH} characters`
		: ''
}

/** Returns the distinct labels in a cell. */
const labelsIn = (text: string) => [...new Set(text.split(/[,;|]/).map(lineOf))].filter(Boolean)

function labelFault(labels: readonly string[], plan: string): string {
	if (labels.length > MAX_LABELS) return `has more than ${MAX_LABELS} labels`
	return [plan, ...labels].some(({ length }) => length > LABEL_LIMIT)
		? `a label or plan has more than ${LABEL_LIMIT} characters`
		: ''
}

const EMPTY_FIELDS = {
	...{ phoneNumber: null, firmName: null, practiceAreas: null, yearsOfExperience: null },
	...{ joinedAt: null, labels: [], plan: null, userId: null, isDue: false, memberStatus: null, ...NO_DUES },
}

const truncate = (text: string) => text.slice(0, MAX_LENGTH)
const faulty = (line: number, name: string, email: string, fault: string): Listed => ({
	...{ line, state: 'faulty', name: truncate(name), email: truncate(email), fault },
	...EMPTY_FIELDS,
})

/** Parses a line. `hasName` is false for a derived name, `hasDate` for an unreadable join date. */
function toListed({ line, values }: Line, columns: Columns, seen: Map<string, number>) {
	const cell = (field: keyof Columns) => lineOf(values[columns[field] ?? -1] ?? '')
	const { address: email, name: addressName } = readAddress(cell('email'))
	const listedName = cell('name') || [cell('firstName'), cell('lastName')].filter(Boolean).join(' ') || addressName
	const name = listedName || nameFromAddress(email).slice(0, 100)
	const cellOrNull = (field: keyof Columns) => cell(field) || null
	const otherFields = {
		...{ phoneNumber: cellOrNull('phoneNumber'), firmName: cellOrNull('firmName') },
		...{ practiceAreas: cellOrNull('practiceAreas'), yearsOfExperience: cellOrNull('yearsOfExperience') },
	}
	const [labels, plan, joined] = [labelsIn(values[columns.labels ?? -1] ?? ''), cell('plan'), cell('joinedAt')]
	const { fault: duesFault, ...dues } = duesOf({ line, values }, columns)
	const fault = faultOf(name, email, Object.values(otherFields), seen) || labelFault(labels, plan) || duesFault
	if (fault) return { person: faulty(line, listedName, email, fault), hasName: true, hasDate: true }
	seen.set(emailKey(email), line)
	const joinedAt = parsePastDay(joined)
	const fields = { ...EMPTY_FIELDS, ...otherFields, ...dues, joinedAt, labels, plan: plan || null }
	const person: Listed = { ...fields, line, state: 'new', name, email, fault }
	return { person, hasName: listedName !== '', hasDate: joined === '' || joinedAt !== null }
}

const toOtherTableRow = ({ line, values }: Line): Listed =>
	faulty(line, '', values.find((value) => value.includes('@')) ?? '', 'is in another table of this file')

async function markMembers(people: Listed[]): Promise<void> {
	const newPeople = people.filter(({ state }) => state === 'new')
	for (let at = 0; at < newPeople.length; at += BATCH_SIZE) {
		const batch = new Map(newPeople.slice(at, at + BATCH_SIZE).map((person) => [emailKey(person.email), person]))
		const rows = await db()
			.select({ key: users.emailKey, userId: users.id, memberStatus, isDue: isReminderDue().mapWith(Boolean) })
			.from(users)
			.where(inArray(users.emailKey, [...batch.keys()]))
		for (const { key, ...known } of rows) {
			const person = batch.get(key)
			if (person) Object.assign(person, known, { state: 'member' })
		}
		await setImmediate()
	}
}

/** Marks people as faulty if their customer id is on the list twice or already belongs to a member. */
async function markCustomers(people: readonly Listed[]): Promise<void> {
	const known = await knownCustomers(people.flatMap(({ customerId }) => customerId ?? []))
	const seen = new Map<string, number>()
	for (const person of people.filter(({ state }) => state === 'new')) {
		const { customerId, line } = person
		if (customerId === null) continue
		const earlierLine = seen.get(customerId)
		seen.set(customerId, earlierLine ?? line)
		const fault =
			earlierLine === undefined
				? 'another member has this Stripe customer'
				: `same Stripe customer as row ${earlierLine}`
		if (earlierLine !== undefined || known.has(customerId))
			Object.assign(person, { ...EMPTY_FIELDS, state: 'faulty', fault })
	}
}

/** Counts new people who get a membership, and those whose plan the club does not have. */
async function countDues(people: readonly Listed[]): Promise<DryRun['dues']> {
	if (!hasFeature('dues')) return null
	const keys = await planKeys()
	const hasClubPlan = ({ plan }: Listed) => plan !== null && keys.has(planKey(plan))
	const newPeople = people.filter(({ state }) => state === 'new')
	return {
		members: newPeople.filter((person) => hasClubPlan(person) || hasDuesData(person)).length,
		otherPlan: newPeople.filter((person) => person.plan !== null && !hasClubPlan(person)).length,
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
	const chosenColumns = Object.fromEntries(Object.entries(chosen).filter(([, at]) => at !== undefined)) as Columns
	const columns = Object.keys(chosenColumns).length > 0 ? chosenColumns : withDues(guessColumns(headings), lines)
	const markIn = marksIn(headings, columns)
	const seen = new Map<string, number>()
	const people = otherTables.map(toOtherTableRow)
	const unnamed: Listed[] = []
	const undated: Listed[] = []
	const marks = new Map<Listed, string>()
	let sliceStartedAt = performance.now()
	for (const line of lines) {
		const { person, hasName, hasDate } = toListed(line, columns, seen)
		const mark = markIn(line.values)
		if (mark !== undefined) marks.set(person, mark)
		if (!hasName) unnamed.push(person)
		if (!hasDate) undated.push(person)
		people.push(person)
		if (performance.now() - sliceStartedAt < SLICE_MS) continue
		await setImmediate()
		sliceStartedAt = performance.now()
	}
	await markMembers(people)
	await markCustomers(people)
	const marked = [...marks].filter(([{ state }]) => state === 'new')
	if (!withMarked)
		for (const [person, mark] of marked)
			Object.assign(person, { state: 'faulty', fault: `the list says “${mark}”`, ...EMPTY_FIELDS })
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
