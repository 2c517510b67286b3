import { describe, expect, test } from 'vitest'
import { type Credit, moveCredit, updateAdmission } from '#src/features/cle/contract.ts'
import { callApi } from '#tests/support/api/api.ts'
import {
	add,
	admit,
	california,
	cardOf,
	creditsOf,
	goTo,
	log,
	member,
	newYork,
	setUpCle,
	statusAndText,
} from '#tests/support/cle/cle.ts'

setUpCle()

const move = (id: string, cycleFrom: string, as = member) =>
	callApi(moveCredit, { as, params: { id }, body: { cycleFrom } })

describe('carry-over', () => {
	const NEXT_CYCLE = '2027-04-12'

	/** Moves the clock into the next cycle, a month after the previous one ended. */
	const goToNextCycle = () => goTo('2027-05-12')

	test('is computed from the last cycle, up to the limit of the rules', async () => {
		const id = await admit()
		await log(id, 'areas', 2200)
		for (const [category, credits] of [
			['ethics', 400] as const,
			['bias', 100] as const,
			['cyber-general', 100] as const,
		])
			await log(id, category, credits)
		expect(await cardOf(id)).toMatchObject({ carryIn: 0, carryOut: 400 })
		await log(id, 'skills', 400)
		expect((await cardOf(id)).carryOut).toBe(600)
		await goToNextCycle()
		const card = await cardOf(id)
		expect(card.cycle?.cycleFrom).toBe(NEXT_CYCLE)
		expect(card).toMatchObject({ carryIn: 600, total: { have: 600, need: 2400 } })
		expect(card.assumptions.join()).toContain('Carry-over calculated from your last cycle: 6 credits.')
	})

	test('of a new attorney in New York adds 12 credits of a second year that a registration cut short', async () => {
		const id = await admit({ ...newYork, admittedOn: '2026-06-15', cycleKind: 'newly' })
		await goTo('2028-05-01')
		for (const [category, credits] of [['areas', 800] as const, ['skills', 600] as const, ['ethics', 300] as const])
			await log(id, category, credits, { date: '2028-05-01', format: 'live' })
		await goTo('2028-07-01')
		const card = await cardOf(id)
		expect(card).toMatchObject({ carryIn: 100, total: { have: 1300, need: 2400 } })
		expect(card.requirements.find((each) => each.id === 'ethics')).toMatchObject({ have: 300, missing: 100 })
		expect(card.assumptions.join(' ')).toContain('12 credits of your last year as a new attorney count here too')
		expect(card.assumptions.join(' ')).toContain('Carry-over calculated from your last cycle: 1 credit.')
	})

	test('entered by the member replaces the computed one', async () => {
		const id = await admit()
		await log(id, 'areas', 3200)
		await goToNextCycle()
		expect((await cardOf(id)).carryIn).toBe(600)
		const entered = { source: 'carry' as const, date: '2026-05-05' }
		expect(await log(id, 'areas', 250, entered)).toMatchObject({ cycleFrom: NEXT_CYCLE, isMoved: false })
		expect(await cardOf(id)).toMatchObject({ carryIn: 250, total: { have: 250 } })
		expect(statusAndText(await add(id, { ...entered, title: 'Too much', minutes: null, credits: 400 }))).toEqual([
			409,
			'At most 6 credits carry over',
		])
		expect(statusAndText(await add(id, { ...entered, title: 'By minutes', minutes: 60 }))).toEqual([
			400,
			'Enter the minutes or the credits',
		])
		expect(statusAndText(await add(id, { ...entered, date: '2027-05-01', minutes: null, credits: 100 }))).toEqual([
			400,
			'This date lies outside the cycle (12 Apr 2027 to 11 Apr 2029)',
		])
	})

	test('of a moved credit counts only in the new cycle, up to the limit of the rules', async () => {
		const id = await admit()
		const credit = await log(id, 'ethics', 500)
		await log(id, 'areas', 200)
		const reply = await move(credit.id, NEXT_CYCLE)
		expect(reply.status, reply.text).toBe(200)
		const moved = reply.json as Credit
		expect(moved).toMatchObject({ cycleFrom: NEXT_CYCLE, isMoved: true, voided: null })
		expect((await cardOf(id)).total.have).toBe(200)
		expect(await creditsOf({ admission: id, cycle: NEXT_CYCLE })).toMatchObject([{ id: moved.id }])
		expect((await creditsOf()).find(({ id: each }) => each === credit.id)?.voided?.reason).toBe(
			'Moved to the cycle 12 Apr 2027 to 11 Apr 2029',
		)
		const another = await log(id, 'areas', 150)
		expect(statusAndText(await move(another.id, NEXT_CYCLE))).toEqual([409, 'At most 6 credits carry over'])
		// The credit moves back to the cycle of its date.
		expect((await move(moved.id, '2025-04-12')).json).toMatchObject({ cycleFrom: '2025-04-12', isMoved: false })
		expect((await cardOf(id)).total.have).toBe(850)
		expect((await move(another.id, NEXT_CYCLE)).status).toBe(200)
	})

	test('of concurrent moves does not exceed the limit of the rules', async () => {
		const id = await admit()
		const [one, two] = [await log(id, 'areas', 400), await log(id, 'areas', 400)]
		const replies = await Promise.all([move(one.id, NEXT_CYCLE), move(two.id, NEXT_CYCLE), move(one.id, NEXT_CYCLE)])
		expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
		expect(await creditsOf({ admission: id, cycle: NEXT_CYCLE })).toHaveLength(1)
	})

	test('is refused if the jurisdiction has none, and for excluded categories', async () => {
		const ca = await admit(california)
		const credit = await log(ca, 'general', 100)
		expect(statusAndText(await move(credit.id, '2027-03-30'))).toEqual([409, 'This cycle takes no carry-over'])
		const ny = await admit({ ...newYork, admittedOn: '2026-01-15', cycleKind: 'newly' })
		const ethics = await log(ny, 'ethics', 100)
		expect(statusAndText(await move(ethics.id, '2027-01-16'))).toEqual([409, 'This cycle takes no carry-over'])
		const areas = await log(ny, 'areas', 100)
		expect((await move(areas.id, '2027-01-16')).json).toMatchObject({ cycleFrom: '2027-01-16' })
	})

	test('goes to an earlier cycle only within an extension', async () => {
		await goToNextCycle()
		const id = await admit(california)
		const credit = await log(id, 'general', 100, { date: '2027-05-02' })
		expect(statusAndText(await move(credit.id, '2024-02-01'))).toEqual([
			400,
			'This date lies outside the cycle (1 Feb 2024 to 29 Mar 2027)',
		])
		const extensions = [{ cycleFrom: '2024-02-01', newDue: '2027-06-30', note: '' }]
		await callApi(updateAdmission, { as: member, params: { id }, body: { ...california, extensions } })
		expect((await move(credit.id, '2024-02-01')).json).toMatchObject({ cycleFrom: '2024-02-01', isMoved: true })
		expect(await cardOf(id)).toMatchObject({ cycle: { cycleFrom: '2024-02-01' }, total: { have: 100 }, carryIn: 0 })
		expect(statusAndText(await move(credit.id, '1999-01-01'))[0]).toBe(400)
	})
})
