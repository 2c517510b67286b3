import { describe, expect, test } from 'vitest'
import { type Credit, createCredit, moveCredit, voidCredit } from '#src/features/cle/contract.ts'
import { updateDigest } from '#src/features/notifications/digest-contract.ts'
import { callApi } from '#tests/support/api/api.ts'
import {
	add,
	admit,
	california,
	cardOf,
	creditsOf,
	log,
	member,
	missingOf,
	other,
	programme,
	setUpCle,
	statusAndText,
} from '#tests/support/cle/cle.ts'
import { addClubCredit } from '#tests/support/cle/rows.ts'

setUpCle()

const move = (id: string, cycleFrom: string, as = member) =>
	callApi(moveCredit, { as, params: { id }, body: { cycleFrom } })
const sendVoid = (id: string, reason = 'Logged twice', as = member) =>
	callApi(voidCredit, { as, params: { id }, body: { reason } })

describe('a member completes all requirements', () => {
	test('in New York', async () => {
		const id = await admit()
		expect(missingOf(await cardOf(id))).toEqual({ total: 2400, ethics: 400, bias: 100, cyber: 100 })
		await log(id, 'areas', 1600)
		await log(id, 'ethics', 400)
		await log(id, 'bias', 100)
		await log(id, 'cyber-general', 100)
		const card = await cardOf(id)
		expect(missingOf(card)).toEqual({ total: 200 })
		expect(card.requirements[0]).toMatchObject({ have: 2200, need: 2400, words: '2 credits are missing.' })
		await log(id, 'skills', 200)
		expect(missingOf(await cardOf(id))).toEqual({})
		expect((await cardOf(id)).total).toEqual({ have: 2400, need: 2400, planned: 0 })
	})

	test('in California, showing self-study credits above the limit', async () => {
		const id = await admit(california)
		for (const [category, credits] of [
			...[['ethics', 400] as const, ['implicit-bias', 200] as const, ['prevention', 200] as const],
			...[['technology', 100] as const, ['civility', 100] as const],
		])
			await log(id, category, credits)
		await log(id, 'general', 1400, { format: 'self-study' })
		const card = await cardOf(id)
		expect(missingOf(card)).toEqual({ total: 250, participatory: 250 })
		expect(card.overCap).toMatchObject([
			{ id: 'self-study', credits: 150, words: '1.5 credits above the limit for self-study do not count.' },
		])
		await log(id, 'general', 250)
		expect(missingOf(await cardOf(id))).toEqual({})
	})
})

describe('a credit', () => {
	test('is computed from its minutes by the rules of each admission', async () => {
		const [ny, ca] = [await admit(), await admit(california)]
		const creditsFor = async (id: string, overrides: object) => ((await add(id, overrides)).json as Credit).credits
		expect(await creditsFor(ny, { minutes: 74 })).toEqual({ areas: 100 })
		expect(await creditsFor(ca, { minutes: 74, category: 'general' })).toEqual({ general: 125 })
		const more = [{ category: 'ethics', minutes: 40 }]
		expect(await creditsFor(ny, { title: 'Mixed', minutes: 60, more })).toEqual({ areas: 100, ethics: 50 })
	})

	test('of several categories is one programme with the sum of the minutes', async () => {
		const id = await admit()
		const reply = await add(id, { minutes: 60, more: [{ category: 'ethics', minutes: 40 }] })
		expect(reply.json).toMatchObject({ minutes: 100, credits: { areas: 100, ethics: 50 }, total: 150 })
	})

	test('for speaking is multiplied, but less for a repeated talk', async () => {
		const [ny, ca] = [await admit(), await admit(california)]
		const speakingTotal = async (id: string, overrides: object) =>
			((await add(id, { source: 'speaking', ...overrides })).json as Credit).total
		expect(await speakingTotal(ny, { minutes: 75 })).toBe(450)
		const general = { category: 'general' }
		expect(await speakingTotal(ca, { ...general, minutes: 60 })).toBe(400)
		expect(await speakingTotal(ca, { ...general, title: 'Again', minutes: 60, isRepeat: true })).toBe(100)
		expect(await speakingTotal(ca, { ...general, title: 'Panel', minutes: 20, attendedMinutes: 40 })).toBe(200)
	})

	test.each([
		['of another admission', { admissionId: 'none' }, 404, 'Admission not found'],
		['before the cycle', { date: '2025-04-11' }, 400, 'This date lies outside the cycle (12 Apr 2025 to 11 Apr 2027)'],
		['in the future', { date: '2026-11-25' }, 400, 'A programme cannot be in the future'],
		['between the steps', { minutes: null, credits: 125 }, 400, 'New York gives half credits: 1.0, 1.5, 2.0 …'],
		['in a category of another state', { category: 'general' }, 400, 'Choose a category'],
		['with a second, unknown category', { more: [{ category: 'x', minutes: 9 }] }, 400, 'Choose a category'],
		['without an amount', { minutes: null }, 400, 'Enter the minutes or the credits'],
		['that is too short', { minutes: 24 }, 400, 'A programme this short gives no credit'],
		['with a file of someone else', { mediaId: 'theirs' }, 400, 'This file no longer exists. Upload it again.'],
	])('%s is refused', async (_, overrides, status, sentence) => {
		const id = await admit()
		expect(statusAndText(await add(id, overrides))).toEqual([status, sentence])
		expect(await creditsOf()).toEqual([])
	})

	test('is refused with the cycle and the steps of its own jurisdiction', async () => {
		const id = await admit(california)
		expect(statusAndText(await add(id, { category: 'general', date: '2024-01-31' }))).toEqual([
			400,
			'This date lies outside the cycle (1 Feb 2024 to 29 Mar 2027)',
		])
		expect(statusAndText(await add(id, { category: 'general', minutes: null, credits: 110 }))).toEqual([
			400,
			'California gives quarter credits: 1.0, 1.25, 1.5 …',
		])
	})

	test('of another state counts in California only if the member was outside California', async () => {
		const id = await admit(california)
		const body = { category: 'general', approval: 'other' as const }
		expect(statusAndText(await add(id, body))).toEqual([
			400,
			'California accepts a course from another state only if you were outside California',
		])
		expect((await add(id, { ...body, wasAway: true })).json).toMatchObject({ approval: 'other' })
		expect((await add(await admit(), { approval: 'other' })).status).toBe(201)
	})

	test('for speaking is refused if the jurisdiction has no rule for it', async () => {
		const id = await admit({ jurisdiction: 'US-IL', admittedOn: '2015-06-17', groupNo: 1 })
		expect(statusAndText(await add(id, { source: 'speaking', category: 'general', date: '2026-09-05' }))).toEqual([
			400,
			'No rule for speaking credit is known for this jurisdiction',
		])
	})

	test('dated today is accepted, in the member’s time zone or the club’s', async () => {
		const id = await admit()
		const tomorrow = { date: '2026-11-23' }
		expect(statusAndText(await add(id, tomorrow))).toEqual([400, 'A programme cannot be in the future'])
		const body = { every: 'week' as const, weekday: 1, timeZone: 'Pacific/Kiritimati' }
		await callApi(updateDigest, { as: member, body })
		expect((await add(id, tomorrow)).status).toBe(201)
		await callApi(updateDigest, { as: member, body: { ...body, timeZone: 'Pacific/Pago_Pago' } })
		expect((await add(id, { date: '2026-11-22' })).status).toBe(201)
		expect((await add(id, { ...tomorrow, force: true })).status).toBe(400)
	})

	test('is logged once, unless the member insists', async () => {
		const id = await admit()
		expect((await add(id)).status).toBe(201)
		const again = { title: 'FEE agreements that hold' }
		expect(statusAndText(await add(id, again))).toEqual([409, 'You have logged this programme already'])
		expect((await add(id, { ...again, date: '2026-05-06' })).status).toBe(201)
		expect((await add(id, { ...again, force: true })).status).toBe(201)
		expect(await creditsOf()).toHaveLength(3)
	})

	test('sent several times at once is logged once', async () => {
		const id = await admit()
		const replies = await Promise.all([add(id), add(id), add(id)])
		expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
	})

	test('is labeled as self-reported, unless it comes from a certificate of the club', async () => {
		const id = await admit()
		expect((await log(id, 'areas', 100)).label).toBe('Self-reported, not accredited')
		await addClubCredit(id)
		expect((await creditsOf()).find(({ source }) => source === 'ours')?.label).toBe('Accredited: NY-1234')
	})

	test('is not accessible to other members', async () => {
		const id = await admit()
		const { id: credit } = await log(id, 'areas', 100)
		expect(statusAndText(await add(id, {}, other))).toEqual([404, 'Admission not found'])
		expect((await sendVoid(credit, 'Mine', other)).status).toBe(404)
		expect((await move(credit, '2027-04-12', other)).status).toBe(404)
		expect(await creditsOf({}, other)).toEqual([])
	})
})

describe('a void', () => {
	test('removes a credit from the sum once, and keeps it in the list with the reason', async () => {
		const id = await admit()
		const { id: credit } = await log(id, 'ethics', 100)
		const reply = await sendVoid(credit)
		expect(reply.json).toMatchObject({ id: credit, voided: { reason: 'Logged twice' } })
		expect(statusAndText(await sendVoid(credit))).toEqual([409, 'This credit is already void'])
		expect(statusAndText(await move(credit, '2027-04-12'))).toEqual([409, 'This credit is already void'])
		expect((await cardOf(id)).total.have).toBe(0)
		expect(await creditsOf()).toMatchObject([{ id: credit, voided: { reason: 'Logged twice' } }])
		expect(statusAndText(await sendVoid('none'))).toEqual([404, 'Credit not found'])
		expect((await sendVoid(credit, ' ')).text).toBe('Enter a reason')
	})

	test('allows the same programme to be logged again', async () => {
		const id = await admit()
		const { id: credit } = (await add(id)).json as Credit
		await sendVoid(credit)
		expect((await add(id)).status).toBe(201)
	})

	test('is refused for a credit from a certificate of the club', async () => {
		const id = await admit()
		await log(id, 'areas', 100)
		const ours = await addClubCredit(id)
		expect(statusAndText(await sendVoid(ours.id))).toEqual([
			409,
			'A credit from a certificate of ours cannot be voided. Ask the club.',
		])
	})
})

test('a body with only the required fields is accepted', async () => {
	const id = await admit()
	const { admissionId, title, provider, date, minutes, format, category } = programme(id)
	const body = { admissionId, title, provider, date, minutes, format, category }
	expect((await callApi(createCredit, { as: member, body })).status).toBe(201)
})
