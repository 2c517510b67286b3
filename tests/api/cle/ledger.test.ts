import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { database, db } from '#db/client.ts'
import { cleCredits } from '#db/schema/cle.ts'
import { apiRouter } from '#src/app/endpoints.ts'
import { jobs } from '#src/app/jobs.ts'
import * as adminContracts from '#src/features/cle/admin-contract.ts'
import * as contracts from '#src/features/cle/contract.ts'
import { exportLedger } from '#src/features/cle/export-contract.ts'
import { listRules } from '#src/features/cle/rules-contract.ts'
import { isContract } from '#src/lib/api/contract.ts'
import { FEATURES, overrideFeatures } from '#src/lib/site/features.ts'
import { callApi } from '#tests/support/api/api.ts'
import { isWholeTable, planReader } from '#tests/support/api/plans.ts'
import {
	add,
	admin,
	admit,
	california,
	cardOf,
	ledger,
	log,
	member,
	newYork,
	setUpCle,
} from '#tests/support/cle/cle.ts'

setUpCle()

describe('without the feature', () => {
	afterEach(() => overrideFeatures(undefined))
	const all = [contracts, adminContracts, { exportLedger, listRules }].flatMap((area) =>
		Object.values<unknown>(area).filter(isContract),
	)
	const routed = () => {
		const known = new Set(apiRouter().list())
		return all.filter(({ method, path }) => known.has(`${method} ${path}`))
	}

	test('no endpoint exists, and with it all do', () => {
		expect(routed()).toHaveLength(all.length)
		overrideFeatures(FEATURES.filter((feature) => feature !== 'cle'))
		expect(routed()).toEqual([])
	})

	test('no job runs', () => {
		const job = jobs().find(({ name }) => name === 'cle-deadlines')
		expect(job?.feature).toBe('cle')
	})
})

describe('the lists of the ledger', () => {
	let plansOf: (work: () => Promise<unknown>) => Promise<string[]>
	beforeAll(() => {
		plansOf = planReader(database().client)
	})

	test('of admins use indexes', async () => {
		for (const contract of [adminContracts.listActivities, adminContracts.listRuleSets])
			expect(
				(await plansOf(() => callApi(contract, { as: admin }))).filter((plan) => /SCAN cle_credits/.test(plan)),
			).toEqual([])
	})

	test('use indexes', async () => {
		const id = await admit()
		await log(id, 'areas', 100)
		const calls = [
			() => callApi(contracts.getLedger, { as: member }),
			() => callApi(contracts.listAdmissions, { as: member }),
			() => callApi(contracts.listCredits, { as: member, query: { admission: id } }),
		]
		for (const call of calls) {
			const plans = await plansOf(call)
			// Only the seven rows of rules and the club’s few activities may be scanned.
			const large = plans.filter((plan) => isWholeTable(plan) && !/cle_rules|cle_activities/.test(plan))
			expect(large).toEqual([])
		}
	})
})

test('two admissions count a programme by their own rules', async () => {
	const [ny, ca] = [await admit(), await admit(california)]
	await add(ny, { minutes: 100 })
	await add(ca, { minutes: 100, category: 'general' })
	expect((await cardOf(ny)).total.have).toBe(200)
	expect((await cardOf(ca)).total.have).toBe(175)
	const { cards, jurisdictions } = await ledger()
	expect(cards.map(({ name }) => name)).toEqual(['New York', 'California'])
	expect(jurisdictions.map(({ name }) => name)).toEqual([
		...['California', 'Florida', 'Georgia', 'Illinois', 'New Jersey', 'New York', 'Texas'],
	])
	expect(jurisdictions.find(({ name }) => name === 'California')).toMatchObject({
		needs: { birthday: false, groups: [{ no: 1, letters: 'AG' }, { no: 2 }, { no: 3 }] },
		...{ unitCredits: 25, mustBeAway: true, takesCarryOver: false, speaking: true },
	})
	expect(jurisdictions.find(({ name }) => name === 'Florida')?.needs).toMatchObject({ assignedDay: true })
})

test('cycle lengths and requirements with a start date apply only to the right cycles', async () => {
	const georgia = await admit({ jurisdiction: 'US-GA', admittedOn: '2015-06-17' })
	expect(await cardOf(georgia)).toMatchObject({
		cycle: { lastDay: '2027-12-31', reportBy: '2028-02-14' },
		total: { need: 1800 },
	})
	const { rules } = await cardOf(georgia)
	expect(rules.words).toBe(
		'Rules of Georgia, unchecked, from secondary sources on 22 Nov 2026. Confirm with the board.',
	)
	const jersey = { ...newYork, jurisdiction: 'US-NJ' }
	const first = await cardOf(await admit({ ...jersey, birthday: '1980-09-12' }))
	expect(first.cycle).toMatchObject({ lastDay: '2026-12-31' })
	expect(first.requirements.map(({ id }) => id)).toEqual(['total', 'ethics', 'diversity'])
	await db().run('delete from cle_admissions')
	const second = await cardOf(await admit({ ...jersey, birthday: '1980-03-12' }))
	expect(second.cycle).toMatchObject({ lastDay: '2027-12-31' })
	expect(second.requirements.map(({ id }) => id)).toContain('technology')
	await db().run('delete from cle_admissions')
	const texas = await cardOf(await admit({ ...newYork, jurisdiction: 'US-TX' }))
	expect(texas.cycle).toMatchObject({ from: '2026-03-01', lastDay: '2027-02-28', reportBy: '2027-03-31' })
})

test('five hundred credits are read within 60 ms', async () => {
	const id = await admit()
	await log(id, 'areas', 50)
	const [row] = await db().select().from(cleCredits)
	if (!row) throw new Error('No credit')
	const many = Array.from({ length: 499 }, (_, at) => ({
		...row,
		id: `many-${at}`,
		date: `${2020 + (at % 6)}-0${1 + (at % 9)}-11`,
	}))
	await db().insert(cleCredits).values(many)
	await ledger()
	const times: number[] = []
	for (let turn = 0; turn < 20; turn++) {
		const start = performance.now()
		await ledger()
		times.push(performance.now() - start)
	}
	const median = times.toSorted((a, b) => a - b)[10] ?? 0
	// The benchmark’s target is 15 ms, but other tests run at the same time.
	expect(median).toBeLessThan(60)
})
