import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { db } from '#db/client.ts'
import { coachingSessions } from '#db/schema/coaching.ts'
import {
	createSession,
	getSession,
	listSessions,
	type Session,
	type SessionBody,
	type SessionDetail,
	suggestTopic,
} from '#src/features/coaching/contract.ts'
import { callApi, insertAccount, type Principal, signedIn } from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'
import { deleteMails } from '#tests/support/mail.ts'

let database: TestDatabase
export let admin: Principal
export let member: Principal
export let other: Principal

/** Sets up an admin and two members for all tests of a file. Each test starts without sessions or emails. */
export function setUpCoaching(): void {
	beforeAll(async () => {
		database = await freshDatabase()
		admin = await signedIn(await insertAccount({ role: 'admin', email: 'admin@example.com' }))
		member = await signedIn(await insertAccount({ name: 'Dana Whitfield', email: 'dana@example.com' }))
		other = await signedIn(await insertAccount({ name: 'Tomas Keller', email: 'tomas@example.com' }))
	})
	afterAll(() => database.discard())
	beforeEach(async () => {
		await db().delete(coachingSessions)
		await deleteMails()
	})
}

export const HOUR = 60 * 60_000
export const DAY = 24 * HOUR
/** Returns the time this many days from now. */
export const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString()

/** Returns the body of a session with these overrides. */
export const session = (overrides: Partial<SessionBody> = {}): SessionBody => ({
	title: 'Monthly coaching call',
	description: 'Bring one thing that is stuck.',
	scheduledAt: inDays(10),
	zoomLink: 'https://zoom.example/j/123',
	durationMinutes: 90,
	timeZone: 'America/New_York',
	...overrides,
})

/** Creates a session as the admin. */
export async function create(overrides: Partial<SessionBody> = {}): Promise<Session> {
	const reply = await callApi(createSession, { as: admin, body: session(overrides) })
	expect(reply.status, reply.text).toBe(201)
	return reply.json as Session
}

/** Suggests a topic for a session. */
export const suggest = (sessionId: string, topic: string, as = member) =>
	callApi(suggestTopic, { as, params: { sessionId }, body: { topic } })

/** Fetches a session as this caller. */
export const detail = async (id: string, as: Principal) =>
	(await callApi(getSession, { as, params: { id } })).json as SessionDetail

/** Fetches the sessions as this caller. */
export const sessions = async (as = member) => (await callApi(listSessions, { as })).json as Session[]
