import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { audit } from '#db/schema/audit.ts'
import { coachingSessions, coachingTopics } from '#db/schema/coaching.ts'
import { deleteSession, deleteTopic, suggestTopic, type Topic, updateTopic } from '#src/features/coaching/contract.ts'
import { callApi } from '#tests/support/api/api.ts'
import {
	admin,
	create,
	detail,
	inDays,
	member,
	other,
	sessions,
	setUpCoaching,
	suggest,
} from '#tests/support/coaching.ts'

setUpCoaching()

const FIRST = 'Raising fees with old clients'
const SECOND = 'Raising fees with clients of ten years'

type OwnTopic = { sessionId: string; id: string; version: number }

async function createTopic(): Promise<OwnTopic> {
	const { id: sessionId } = await create()
	const { id, version } = (await suggest(sessionId, FIRST)).json as Topic
	return { sessionId, id, version }
}

const change = ({ sessionId, id }: Pick<OwnTopic, 'sessionId' | 'id'>, body: object = { topic: SECOND }, as = member) =>
	callApi(updateTopic, { as, params: { sessionId, id }, body })
const withdraw = ({ sessionId, id }: Pick<OwnTopic, 'sessionId' | 'id'>, as = member) =>
	callApi(deleteTopic, { as, params: { sessionId, id } })

/** Moves the session’s start to `inMs` milliseconds from the present. */
const moveTo = (sessionId: string, inMs: number) =>
	db()
		.update(coachingSessions)
		.set({ scheduledAt: new Date(Date.now() + inMs) })
		.where(eq(coachingSessions.id, sessionId))

const statusAndText = ({ status, text }: { status: number; text: string }) => [status, text]
const BEGUN = 'This session has started, so its topics can no longer be changed'
const CALLED_OFF = 'This session and its topics were cancelled'
const GONE = 'This topic no longer exists'

describe("a member's own topic", () => {
	test('can be edited until the start, and admins see the latest text', async () => {
		const own = await createTopic()
		await moveTo(own.sessionId, 60_000)
		const reply = await change(own)
		expect(reply.status, reply.text).toBe(200)
		const changed = { id: own.id, topic: SECOND, isEdited: true, version: own.version + 1 }
		expect(reply.json).toMatchObject(changed)
		expect((await sessions())[0]).toMatchObject({
			ownTopic: SECOND,
			ownTopicId: own.id,
			ownTopicVersion: own.version + 1,
		})
		expect((await detail(own.sessionId, admin)).topics).toEqual([{ ...changed, user: { name: 'Dana Whitfield' } }])
	})

	test('can be withdrawn and replaced by another', async () => {
		const own = await createTopic()
		expect((await withdraw(own)).status).toBe(204)
		expect((await detail(own.sessionId, admin)).topics).toEqual([])
		expect((await sessions())[0]).toMatchObject({ ownTopic: null, ownTopicId: null, ownTopicVersion: null })
		expect(statusAndText(await withdraw(own))).toEqual([404, GONE])
		expect(statusAndText(await change(own))).toEqual([404, GONE])
		const again = await suggest(own.sessionId, SECOND)
		expect(again.json).toMatchObject({ topic: SECOND, isEdited: false, version: 1 })
		// A request for the previous topic does not affect it.
		expect((await withdraw(own)).status).toBe(404)
		expect((await sessions())[0]?.ownTopic).toBe(SECOND)
	})

	test('is validated like a new one', async () => {
		const reply = await change(await createTopic(), { topic: ' fee ' })
		expect(statusAndText(reply)).toEqual([400, 'Topic must be at least 5 characters'])
	})

	test('cannot be changed once the session has started', async () => {
		const own = await createTopic()
		for (const inMs of [0, -60_000]) {
			await moveTo(own.sessionId, inMs)
			expect(statusAndText(await change(own))).toEqual([409, BEGUN])
			expect(statusAndText(await withdraw(own))).toEqual([409, BEGUN])
			expect(statusAndText(await change(own, { topic: SECOND, version: own.version - 1 }))).toEqual([409, BEGUN])
		}
		expect((await sessions())[0]?.ownTopic).toBe(FIRST)
	})

	test('reports a canceled session', async () => {
		const own = await createTopic()
		await callApi(deleteSession, { as: admin, params: { id: own.sessionId } })
		expect(statusAndText(await change(own))).toEqual([410, CALLED_OFF])
		expect(statusAndText(await withdraw(own))).toEqual([410, CALLED_OFF])
		expect(statusAndText(await suggest(own.sessionId, SECOND))).toEqual([404, 'This session was cancelled'])
	})

	test('is hidden from other members, and read-only for admins', async () => {
		const own = await createTopic()
		expect(statusAndText(await change(own, { topic: SECOND }, other))).toEqual([404, GONE])
		expect(statusAndText(await withdraw(own, other))).toEqual([404, GONE])
		const notYours = 'Only the member who suggested a topic can change or withdraw it'
		expect(statusAndText(await change(own, { topic: SECOND }, admin))).toEqual([403, notYours])
		expect(statusAndText(await withdraw(own, admin))).toEqual([403, notYours])
		// The topic exists only under its own session.
		const { id: sessionId } = await create({ title: 'Another session' })
		expect(statusAndText(await change({ sessionId, id: own.id }))).toEqual([404, GONE])
		expect(statusAndText(await withdraw({ sessionId, id: own.id }))).toEqual([404, GONE])
		expect((await detail(own.sessionId, member)).topics).toMatchObject([{ topic: FIRST, version: own.version }])
	})

	test('withdrawn during an edit is not restored, in either order', async () => {
		const own = await createTopic()
		const [changed, withdrawn] = await Promise.all([change(own), withdraw(own)])
		expect(withdrawn.status).toBe(204)
		expect([200, 404]).toContain(changed.status)
		expect(await db().$count(coachingTopics)).toBe(0)
	})

	test("leaves nothing in the audit log, which never contains members' text", async () => {
		const before = await db().$count(audit)
		const own = await createTopic()
		await change(own)
		await withdraw(own)
		// Only creating the session adds an entry.
		expect(await db().$count(audit)).toBe(before + 1)
	})
})

describe('a topic sent twice', () => {
	const send = (sessionId: string, topic: string, idempotencyKey: string, as = member) =>
		callApi(suggestTopic, { as, params: { sessionId }, body: { topic, idempotencyKey } })

	test('with one key exists once, and each concurrent response has it', async () => {
		const { id } = await create()
		const replies = await Promise.all(Array.from({ length: 6 }, () => send(id, FIRST, 'sending-1')))
		expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(201))
		expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
		expect(await db().$count(coachingTopics)).toBe(1)
	})

	test('gets its first response even after the session, in case the response was lost', async () => {
		const { id } = await create()
		const first = await send(id, FIRST, 'sending-1')
		await moveTo(id, -2 * 24 * 60 * 60_000)
		expect(statusAndText(await send(id, FIRST, 'sending-1'))).toEqual([201, first.text])
	})

	test('with another text or key, or without one, is a second topic and is rejected', async () => {
		const { id } = await create()
		await send(id, FIRST, 'sending-1')
		const already = [409, 'You have already suggested a topic for this session']
		expect(statusAndText(await send(id, SECOND, 'sending-1'))).toEqual(already)
		expect(statusAndText(await send(id, FIRST, 'sending-2'))).toEqual(already)
		expect(statusAndText(await suggest(id, FIRST))).toEqual(already)
		// Idempotency keys are per member.
		expect((await send(id, SECOND, 'sending-1', other)).status).toBe(201)
		expect((await sessions())[0]?.ownTopic).toBe(FIRST)
	})

	test('without a key is rejected', async () => {
		const { id } = await create({ scheduledAt: inDays(1) })
		expect((await suggest(id, FIRST)).status).toBe(201)
		expect((await suggest(id, FIRST)).status).toBe(409)
	})
})
