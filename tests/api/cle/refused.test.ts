import { describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { cleAdmissions, cleCredits } from '#db/schema/cle.ts'
import { createAdmission, createCredit, moveCredit, voidCredit } from '#src/features/cle/contract.ts'
import { callApi } from '#tests/support/api/api.ts'
import {
	add,
	admit,
	california,
	cardOf,
	creditsOf,
	log,
	member,
	newYork,
	programme,
	setUpCle,
	statusAndText,
} from '#tests/support/cle/cle.ts'

// Invalid ways to add, move or void a credit. They must neither add nor remove credits.

setUpCle()

const DAY = 'Enter a day that exists, such as 2027-03-14'
const OUTSIDE = 'This date lies outside the cycle (12 Apr 2025 to 11 Apr 2027)'
const MINUTES = 'Enter the minutes, from 1 to 6,000'
const CREDITS = 'Enter the credits, from 0.25 to 100'
const STEPS = 'New York gives half credits: 1.0, 1.5, 2.0 …'

/** Sends a credit with a body that no form would send. */
const send = (admissionId: string, overrides: object) =>
	callApi(createCredit, { as: member, body: { ...programme(admissionId), ...overrides } })

describe('a credit is refused', () => {
	test.each<[string, object, string]>([
		['on February 29 in a common year', { date: '2025-02-29' }, DAY],
		['in a month that does not exist', { date: '2026-13-01' }, DAY],
		['with a date in another format', { date: '05/05/2026' }, DAY],
		['with a date that has a time', { date: '2026-05-05T10:00:00Z' }, DAY],
		['in the year 0', { date: '0000-01-01' }, DAY],
		['in the year 9999', { date: '9999-12-31' }, 'A programme cannot be in the future'],
		['for tomorrow', { date: '2026-11-23' }, 'A programme cannot be in the future'],
		['on the day before the cycle', { date: '2025-04-11' }, OUTSIDE],
		['in another century', { date: '1926-05-05' }, OUTSIDE],
	])('%s', async (_, overrides, sentence) => {
		const id = await admit()
		expect(statusAndText(await send(id, overrides))).toEqual([400, sentence])
		expect(await db().$count(cleCredits)).toBe(0)
	})

	test.each<[unknown, string]>([
		[0, CREDITS],
		[-100, CREDITS],
		[1e9, CREDITS],
		['100', CREDITS],
		[[100], CREDITS],
		[true, CREDITS],
		[0.3, STEPS],
		[1.5, STEPS],
		[100.5, STEPS],
		[1, STEPS],
		[75, STEPS],
	])('with %j as credits', async (credits, sentence) => {
		const id = await admit()
		expect(statusAndText(await send(id, { credits, minutes: null }))).toEqual([400, sentence])
		const more = [{ category: 'ethics', credits, minutes: null }]
		expect(statusAndText(await send(id, { more }))).toEqual([400, sentence])
		expect(await db().$count(cleCredits)).toBe(0)
	})

	test.each<[unknown, string]>([
		[0, MINUTES],
		[-50, MINUTES],
		[49.5, MINUTES],
		[6_001, MINUTES],
		[1e300, MINUTES],
		['50', MINUTES],
	])('with %j as minutes', async (minutes, sentence) => {
		const id = await admit()
		expect(statusAndText(await send(id, { minutes }))).toEqual([400, sentence])
		expect(statusAndText(await send(id, { more: [{ category: 'ethics', minutes }] }))).toEqual([400, sentence])
		expect(await db().$count(cleCredits)).toBe(0)
	})

	test('with a sum of all categories above the limit for a single one', async () => {
		const id = await admit()
		const more = [{ category: 'ethics', credits: 6_000 }]
		expect(statusAndText(await send(id, { credits: 6_000, minutes: null, more }))).toEqual([400, CREDITS])
		expect(statusAndText(await send(id, { minutes: 3_001, more: [{ category: 'ethics', minutes: 3_000 }] }))).toEqual([
			400,
			MINUTES,
		])
		expect(await db().$count(cleCredits)).toBe(0)
	})

	test.each(['general', 'technology', 'Ethics', '__proto__', 'constructor', 'toString'])(
		'in the category %s, which New York does not have',
		async (category) => {
			const id = await admit()
			expect(statusAndText(await send(id, { category }))).toEqual([400, 'Choose a category'])
			expect(await db().$count(cleCredits)).toBe(0)
		},
	)

	test('in numbers that JSON cannot represent, which arrive as no amount', async () => {
		const id = await admit()
		for (const amount of [Number.NaN, Number.POSITIVE_INFINITY])
			expect(statusAndText(await send(id, { minutes: amount, credits: amount }))).toEqual([
				400,
				'Enter the minutes or the credits',
			])
		expect(await db().$count(cleCredits)).toBe(0)
	})
})

test('creates only one of several concurrent admissions to the same bar', async () => {
	const create = () => callApi(createAdmission, { as: member, body: newYork })
	const replies = await Promise.all(Array.from({ length: 5 }, create))
	expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409])
	for (const reply of replies.filter(({ status }) => status === 409))
		expect(reply.text).toBe('You already have this admission')
	expect(await db().$count(cleAdmissions)).toBe(1)
})

test('a credit cannot be moved to a cycle of another admission or to a day that starts no cycle', async () => {
	const [ny] = [await admit(), await admit(california)]
	const credit = await log(ny, 'areas', 100)
	for (const cycleFrom of ['2024-02-01', '2027-03-30', '2025-04-13', '0001-01-01', '9999-12-31'])
		expect(
			statusAndText(await callApi(moveCredit, { as: member, params: { id: credit.id }, body: { cycleFrom } })),
		).toEqual([400, 'Choose a cycle'])
	expect(await creditsOf()).toMatchObject([{ id: credit.id, voided: null, isMoved: false }])
})

test('only one of ten concurrent voids succeeds, and the sum is reduced once', async () => {
	const id = await admit()
	const [credit] = [await log(id, 'areas', 300), await log(id, 'areas', 100)]
	const sendVoid = () =>
		callApi(voidCredit, { as: member, params: { id: credit.id }, body: { reason: 'Logged twice' } })
	const replies = await Promise.all(Array.from({ length: 10 }, sendVoid))
	expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
	for (const reply of replies.filter(({ status }) => status !== 200))
		expect(statusAndText(reply)).toEqual([409, 'This credit is already void'])
	expect((await cardOf(id)).total.have).toBe(100)
	expect(await db().$count(cleCredits)).toBe(3)
})

test('a void cannot be voided or moved', async () => {
	const id = await admit()
	const credit = await log(id, 'areas', 100)
	await callApi(voidCredit, { as: member, params: { id: credit.id }, body: { reason: 'Logged twice' } })
	const row = (await db().select().from(cleCredits)).find(({ voidsId }) => voidsId !== null)
	const params = { id: row?.id ?? '' }
	expect(statusAndText(await callApi(voidCredit, { as: member, params, body: { reason: 'Again' } }))[0]).toBe(404)
	expect(statusAndText(await callApi(moveCredit, { as: member, params, body: { cycleFrom: '2027-04-12' } }))[0]).toBe(
		404,
	)
})

test('a forced duplicate is another credit of the same amount', async () => {
	const id = await admit()
	expect((await add(id)).status).toBe(201)
	expect(statusAndText(await send(id, { force: 'yes' }))[0]).toBe(400)
	expect((await add(id, { force: true })).status).toBe(201)
	expect((await cardOf(id)).total.have).toBe(200)
})
