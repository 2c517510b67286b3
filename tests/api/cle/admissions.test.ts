import { describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import {
	type Admission,
	createAdmission,
	deleteAdmission,
	listAdmissions,
	updateAdmission,
} from '#src/features/cle/contract.ts'
import { listRules } from '#src/features/cle/rules-contract.ts'
import type { RuleSet } from '#src/features/cle/rules-schema.ts'
import { callApi, visitor } from '#tests/support/api/api.ts'
import {
	add,
	admit,
	california,
	cardOf,
	goTo,
	ledger,
	log,
	member,
	newYork,
	other,
	setUpCle,
	statusAndText,
} from '#tests/support/cle/cle.ts'
import { addClubCredit } from '#tests/support/cle/rows.ts'

setUpCle()

const create = (body: object, as = member) => callApi(createAdmission, { as, body })

describe('an admission', () => {
	test.each([
		['no date', { ...newYork, admittedOn: '' }, 'Enter the date of admission'],
		['a date that does not exist', { ...newYork, admittedOn: '2015-02-30' }, 'Enter the date of admission'],
		['a date too long ago', { ...newYork, admittedOn: '1899-12-31' }, 'Enter the date of admission'],
		['a future date', { ...newYork, admittedOn: '2026-12-24' }, 'An admission cannot be in the future'],
		['New York without a birthday', { ...newYork, birthday: null }, 'Enter your birthday: New York counts from it'],
		[
			'Texas without a birthday',
			{ jurisdiction: 'US-TX', admittedOn: '2015-06-17' },
			'Enter your birthday: Texas counts from it',
		],
		[
			'a future filing',
			{ ...newYork, filings: [{ due: '2027-04-11', filedOn: '2027-03-01' }] },
			'A filing cannot be in the future',
		],
		['California without a group', { ...california, groupNo: null }, 'Choose your compliance group'],
		['a group that does not exist', { ...california, groupNo: 4 }, 'Choose your compliance group'],
		[
			'Florida without the last day',
			{ jurisdiction: 'US-FL', admittedOn: '2015-06-17' },
			'Enter the last day of your current cycle',
		],
		['an unknown jurisdiction', { ...newYork, jurisdiction: 'US-ZZ' }, 'Choose a jurisdiction'],
	])('is refused with %s', async (_, body, sentence) => {
		expect(statusAndText(await create(body))).toEqual([400, sentence])
		expect((await ledger()).cards).toEqual([])
	})

	test.each([
		['birthday', { ...newYork, birthday: '0001-01-01' }],
		['assigned day', { jurisdiction: 'US-FL', admittedOn: '2015-06-17', assignedDay: '9999-12-31' }],
		['extension', { ...california, extensions: [{ cycleFrom: '2024-02-01', newDue: '9999-12-31', note: '' }] }],
		['filing', { ...newYork, filings: [{ due: '2025-04-11', filedOn: '9999-12-31' }] }],
	])('is refused with a %s too far in the past or future for any cycle', async (_, body) => {
		expect(statusAndText(await create(body))).toEqual([400, 'Enter a day that exists, such as 2027-03-14'])
	})

	test('exists once per jurisdiction and member', async () => {
		await admit()
		expect(statusAndText(await create(newYork))).toEqual([409, 'You already have this admission'])
		expect((await create(newYork, other)).status).toBe(201)
	})

	test('keeps its jurisdiction, because its credits follow that jurisdiction’s rules', async () => {
		const id = await admit(california)
		const body = { ...newYork, barNumber: '4711', version: 1 }
		expect(statusAndText(await callApi(updateAdmission, { as: member, params: { id }, body }))).toEqual([
			409,
			'An admission keeps its jurisdiction. Add another admission instead.',
		])
		expect((await callApi(listAdmissions, { as: member })).json).toMatchObject([
			{ id, jurisdiction: 'US-CA', barNumber: '', version: 1 },
		])
	})

	test('stores a birthday only if the last day depends on it', async () => {
		await admit({ ...california, birthday: '1980-03-12' })
		const [row] = (await callApi(listAdmissions, { as: member })).json as Admission[]
		expect(row).toMatchObject({ jurisdiction: 'US-CA', birthday: null, groupNo: 2 })
	})

	test('can be changed and deleted only by its member', async () => {
		const id = await admit()
		const body = { ...newYork, barNumber: '4711' }
		expect(statusAndText(await callApi(updateAdmission, { as: other, params: { id }, body }))).toEqual([
			404,
			'Admission not found',
		])
		expect((await callApi(deleteAdmission, { as: other, params: { id } })).status).toBe(404)
		const changed = await callApi(updateAdmission, { as: member, params: { id }, body })
		expect(changed.json).toMatchObject({ id, barNumber: '4711', version: 2 })
		expect(
			statusAndText(await callApi(updateAdmission, { as: member, params: { id }, body: { ...body, version: 1 } })),
		).toEqual([409, 'This admission has changed since you opened it, so your edit was not saved.'])
		await log(id, 'areas', 100)
		expect((await callApi(deleteAdmission, { as: member, params: { id } })).status).toBe(204)
		expect((await ledger()).cards).toEqual([])
	})

	test('with credits from the club’s certificates cannot be deleted', async () => {
		const id = await admit()
		await log(id, 'areas', 100)
		await addClubCredit(id)
		expect(statusAndText(await callApi(deleteAdmission, { as: member, params: { id } }))).toEqual([
			409,
			'This admission has credits from the club. Set it to inactive instead.',
		])
	})
})

describe('the last day', () => {
	test('in New York depends on the birthday and the filing', async () => {
		const id = await admit()
		expect((await cardOf(id)).cycle).toMatchObject({
			...{ kind: 'experienced', cycleFrom: '2025-04-12', lastDay: '2027-04-11', reportBy: '2027-04-11' },
			...{ label: '12 Apr 2025 to 11 Apr 2027', isCurrent: true },
		})
		expect((await cardOf(id)).daysLeft).toBe(140)
		const filings = [{ due: '2025-04-11', filedOn: '2025-03-20' }]
		await callApi(updateAdmission, { as: member, params: { id }, body: { ...newYork, filings } })
		expect((await cardOf(id)).cycle).toMatchObject({ from: '2025-03-21', cycleFrom: '2025-04-12' })
	})

	test('in California depends on the group, and a granted extension moves it', async () => {
		const id = await admit(california)
		const before = await cardOf(id)
		expect(before.cycle).toMatchObject({ from: '2024-02-01', lastDay: '2027-03-29', reportBy: '2027-03-30' })
		const extensions = [{ cycleFrom: '2024-02-01', newDue: '2027-06-30', note: 'Illness' }]
		await callApi(updateAdmission, { as: member, params: { id }, body: { ...california, extensions } })
		const card = await cardOf(id)
		expect(card.cycle).toMatchObject({ lastDay: '2027-06-30', due: '2027-03-29' })
		expect(card.extension).toEqual({ newDue: '2027-06-30', note: 'Illness' })
	})

	test('of a new attorney adds New Attorney Training in California and two cycles of a year in New York', async () => {
		const ca = await admit({ ...california, admittedOn: '2026-05-04', cycleKind: 'newly' })
		expect((await cardOf(ca)).also).toMatchObject([
			{ title: 'New Attorney Training', lastDay: '2027-05-31', isDone: false },
		])
		const ny = await admit({ ...newYork, admittedOn: '2026-01-15', cycleKind: 'newly' })
		const card = await cardOf(ny)
		expect(card.cycle).toMatchObject({ kind: 'newly-1', lastDay: '2027-01-15' })
		expect(card.cycles.map(({ kind }) => kind)).toEqual(['newly-1', 'newly-2'])
		expect(card.total.need).toBe(1600)
	})

	test('of the second year in New York counts credits of the first year that count for both', async () => {
		const id = await admit({ ...newYork, admittedOn: '2025-01-15', cycleKind: 'newly' })
		await goTo('2025-11-01')
		await log(id, 'cyber-ethics', 300, { date: '2025-10-01', format: 'live' })
		await goTo('2026-11-22')
		await log(id, 'cyber-ethics', 300, { date: '2026-11-01', format: 'live' })
		const card = await cardOf(id)
		expect(card.cycle?.kind).toBe('newly-2')
		const missing = card.requirements.map(({ id: each, missing: credits }) => [each, credits] as const)
		expect(Object.fromEntries(missing)).toEqual({ total: 1300, practice: 700, skills: 600, ethics: 300, cyber: 0 })
	})

	test('requires nothing while the admission is inactive', async () => {
		const id = await admit({ ...newYork, status: 'inactive' })
		const card = await cardOf(id)
		expect(card.requirements.every(({ missing, words }) => missing === 0 && words === '')).toBe(true)
		expect(card.assumptions).toContain('You are inactive here, so nothing is required.')
	})

	test('requires fewer credits in California for each inactive month', async () => {
		const months = Array.from({ length: 12 }, (_, at) => `2025-${String(at + 1).padStart(2, '0')}`)
		const id = await admit({ ...california, groupNo: 3, inactiveMonths: [] })
		expect((await cardOf(id)).total.need).toBe(2500)
		await callApi(updateAdmission, {
			...{ as: member, params: { id } },
			body: { ...california, groupNo: 1, inactiveMonths: [...months, '2026-01', '2026-02', '2026-03', '2026-04'] },
		})
		const card = await cardOf(id)
		// April 2025 to April 2026 lie within the period of group 1, so 23 of its 36 months remain.
		expect(card.requirements.slice(0, 3).map(({ need }) => need)).toEqual([1600, 800, 300])
		expect(card.assumptions.join()).toContain('Reduced for 23 of 36 active months')
	})
})

test('rules are public with their sources, and templates are marked as unchecked', async () => {
	const reply = await callApi(listRules, { as: visitor() })
	const rules = reply.json as (RuleSet & { checkedBy: string })[]
	expect(rules.map(({ jurisdiction, status }) => [jurisdiction, status])).toEqual([
		...[
			['US-CA', 'verified'],
			['US-FL', 'unchecked'],
			['US-GA', 'unchecked'],
			['US-IL', 'unchecked'],
		],
		...[
			['US-NJ', 'unchecked'],
			['US-NY', 'verified'],
			['US-TX', 'unchecked'],
		],
	])
	for (const { sources, checkedAt } of rules) {
		expect(sources.length).toBeGreaterThan(0)
		expect(checkedAt).toBe('2026-11-22')
	}
})

test('a card names its rules, the confidence of each number, and details to confirm', async () => {
	const { rules, requirements, assumptions } = await cardOf(await admit())
	expect(rules).toMatchObject({
		...{ version: 1, status: 'verified', checkedAt: '2026-11-22', checkedBy: 'Second Chair', others: [] },
		words: 'Rules of New York, checked 22 Nov 2026. Confirm with the board.',
	})
	expect(rules.numbers.find(({ what }) => what === 'Carry-over')).toEqual({
		...{ what: 'Carry-over', words: 'at most 6 credits to the next cycle', confidence: 'verified' },
		needsChecking: 'That credits carry in any category comes from a secondary page.',
	})
	expect(requirements.find(({ id }) => id === 'cyber')).toMatchObject({
		...{ need: 100, have: 0, missing: 100, words: '1 credit of cybersecurity is missing.', confidence: 'verified' },
		needsChecking: expect.stringContaining('It counts once here.'),
	})
	expect(assumptions).toContain('You have not entered a filing date, so credits count until the last day.')
})

test('credits and rules cannot be changed or deleted in the database', async () => {
	const id = await admit()
	expect((await add(id)).status).toBe(201)
	for (const change of ['update cle_credits set minutes = 60', 'delete from cle_credits'])
		await expect(db().run(change)).rejects.toThrow()
	for (const change of ["update cle_rules set json = '{}'", 'delete from cle_rules'])
		await expect(db().run(change)).rejects.toThrow()
	await db().run("update cle_rules set checked_by = 'Former member' where jurisdiction = 'US-NJ'")
})
