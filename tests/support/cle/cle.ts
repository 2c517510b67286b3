import { afterAll, beforeAll, beforeEach, expect, vi } from 'vitest'
import { db } from '#db/client.ts'
import { cleActivities, cleAdmissions } from '#db/schema/cle.ts'
import {
	type Admission,
	type Credit,
	type CreditBody,
	createAdmission,
	createCredit,
	getLedger,
	type Ledger,
	listCredits,
} from '#src/features/cle/contract.ts'
import type { Card } from '#src/features/cle/ledger-schema.ts'
import { insertShippedRules } from '#src/features/cle/server/rules.ts'
import { callApi, insertAccount, type Principal, signedIn } from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'

let database: TestDatabase
export let admin: Principal
export let member: Principal
export let other: Principal
let people: Record<'admin' | 'member' | 'other', Awaited<ReturnType<typeof insertAccount>>>

/** The day of all tests, which is the `asOf` of the test vectors. */
const TODAY = '2026-11-22'

/** Sets up an admin and two members. Each test starts on the same day without admissions or activities. */
export function setUpCle(): void {
	beforeAll(async () => {
		vi.useFakeTimers({ now: Date.parse(`${TODAY}T15:00:00Z`), toFake: ['Date'] })
		database = await freshDatabase()
		await insertShippedRules()
		people = {
			admin: await insertAccount({ role: 'admin', name: 'Ruth Adeyemi', email: 'admin@example.com' }),
			member: await insertAccount({ name: 'Dana Whitfield', email: 'dana@example.com' }),
			other: await insertAccount({ name: 'Tomas Keller', email: 'tomas@example.com' }),
		}
	})
	afterAll(async () => {
		await database.discard()
		vi.useRealTimers()
	})
	beforeEach(async () => {
		await goTo(TODAY)
		await db().delete(cleAdmissions)
		await db().delete(cleActivities)
	})
}

/** Moves the clock to a day and signs everyone in again. */
export async function goTo(day: string): Promise<void> {
	vi.setSystemTime(Date.parse(`${day}T15:00:00Z`))
	admin = await signedIn(people.admin)
	member = await signedIn(people.member)
	other = await signedIn(people.other)
}

export const statusAndText = ({ status, text }: { status: number; text: string }) => [status, text]

export const newYork = { jurisdiction: 'US-NY', admittedOn: '2015-06-17', birthday: '1980-03-12' }
export const california = { jurisdiction: 'US-CA', admittedOn: '2015-06-17', groupNo: 2 }

/** Adds an admission. @returns its id */
export async function admit(body: object = newYork, as = member): Promise<string> {
	const reply = await callApi(createAdmission, { as, body })
	expect(reply.status, reply.text).toBe(201)
	return (reply.json as Admission).id
}

/** Returns the body of a credit in the current cycles of New York and California. */
export const programme = (admissionId: string, overrides: Partial<CreditBody> = {}): CreditBody => ({
	...{ admissionId, title: 'Fee agreements that hold', provider: 'Bar Association', date: '2026-05-05' },
	...{ minutes: 50, format: 'live', category: 'areas', ...overrides },
})

export const add = (admissionId: string, overrides: Partial<CreditBody> = {}, as = member) =>
	callApi(createCredit, { as, body: programme(admissionId, overrides) })

let programmes = 0

/** Logs credits, given in hundredths, as a separate programme. */
export async function log(
	admissionId: string,
	category: string,
	credits: number,
	overrides: Partial<CreditBody> = {},
): Promise<Credit> {
	const title = `Programme ${++programmes}`
	const reply = await add(admissionId, { title, category, credits, minutes: null, ...overrides })
	expect(reply.status, reply.text).toBe(201)
	return reply.json as Credit
}

export async function ledger(as = member): Promise<Ledger> {
	const reply = await callApi(getLedger, { as })
	expect(reply.status, reply.text).toBe(200)
	return reply.json as Ledger
}

export async function cardOf(admissionId: string, as = member): Promise<Card> {
	const card = (await ledger(as)).cards.find((each) => each.admissionId === admissionId)
	if (!card) throw new Error('No card')
	return card
}

/** Returns the missing credits by requirement. */
export const missingOf = ({ requirements }: Card) =>
	Object.fromEntries(requirements.filter(({ missing }) => missing > 0).map(({ id, missing }) => [id, missing]))

export async function creditsOf(query: { admission?: string; cycle?: string } = {}, as = member): Promise<Credit[]> {
	return (await callApi(listCredits, { as, query })).json as Credit[]
}
