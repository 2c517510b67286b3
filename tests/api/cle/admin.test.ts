import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { audit } from '#db/schema/audit.ts'
import { cleRules } from '#db/schema/cle.ts'
import { settings } from '#db/schema/settings.ts'
import {
	type Activity,
	createAccreditation,
	createActivity,
	createRuleVersion,
	deleteAccreditation,
	deleteActivity,
	getProvider,
	listActivities,
	listActivitySources,
	listRuleSets,
	listRuleVersions,
	type RuleVersion,
	updateAccreditation,
	updateActivity,
	updateProvider,
} from '#src/features/cle/admin-contract.ts'
import { shippedRules } from '#src/features/cle/rules/shipped.ts'
import type { RuleSet } from '#src/features/cle/rules-schema.ts'
import { createAccreditation as addAccreditation } from '#src/features/cle/server/accreditations.ts'
import { createActivity as addActivity } from '#src/features/cle/server/activities.ts'
import { enroll } from '#src/features/courses/contract.ts'
import { callApi } from '#tests/support/api/api.ts'
import { admin, admit, cardOf, log, member, newYork, setUpCle, statusAndText } from '#tests/support/cle/cle.ts'
import { addClubCredit } from '#tests/support/cle/rows.ts'
import { makeCourse, makeModule } from '#tests/support/courses/courses.ts'

setUpCle()

const newYorkRules = (): RuleSet => {
	const rules = shippedRules.find(({ jurisdiction }) => jurisdiction === 'US-NY')
	if (!rules) throw new Error('No rules')
	return structuredClone(rules)
}

let courseId: string
beforeEach(async () => {
	courseId = (await makeCourse(admin, { title: 'Guarding client data' })).id
	await db().delete(settings)
})

const activityBody = (overrides: object = {}) => ({
	...{ kind: 'course', refId: courseId, title: 'Guarding client data', minutes: 100, format: 'recorded', ...overrides },
})

async function makeActivity(overrides: object = {}): Promise<Activity> {
	const reply = await callApi(createActivity, { as: admin, body: activityBody(overrides) })
	expect(reply.status, reply.text).toBe(201)
	return reply.json as Activity
}

const granted = {
	...{ jurisdiction: 'US-NY', number: 'NY-4711', credits: { 'cyber-general': 100, ethics: 100 } },
	...{ formats: ['recorded'], validFrom: '2026-01-01' },
}

const accredit = (id: string, overrides: object = {}) =>
	callApi(createAccreditation, { as: admin, params: { id }, body: { ...granted, ...overrides } })

const actionsOf = async () => (await db().select().from(audit)).map(({ action }) => action)

describe('an activity', () => {
	test('is an existing course, module, session or recording, once each', async () => {
		const sources = (await callApi(listActivitySources, { as: admin })).json as { kind: string; refId: string }[]
		expect(sources.find(({ refId }) => refId === courseId)).toEqual({
			...{ kind: 'course', refId: courseId, title: 'Guarding client data', minutes: null },
		})
		const { id } = await makeActivity()
		expect(statusAndText(await callApi(createActivity, { as: admin, body: activityBody() }))).toEqual([
			409,
			'This is already an activity',
		])
		for (const kind of ['course', 'module', 'session', 'recording'])
			expect(
				statusAndText(await callApi(createActivity, { as: admin, body: activityBody({ kind, refId: 'none' }) })),
			).toEqual([404, 'This course, module, session or recording no longer exists'])
		const remaining = (await callApi(listActivitySources, { as: admin })).json as { refId: string }[]
		expect(remaining.filter(({ refId }) => refId === courseId)).toEqual([])
		const changed = await callApi(updateActivity, {
			...{ as: admin, params: { id } },
			body: { title: 'Guarding data', minutes: 50, format: 'recorded', spokenCodes: ['blue7'], version: 1 },
		})
		expect(changed.json).toMatchObject({ id, kind: 'course', minutes: 50, spokenCodes: ['BLUE7'], version: 2 })
		expect(await actionsOf()).toEqual(expect.arrayContaining(['cleActivity.added', 'cleActivity.edited']))
	})

	test('that members have credit for cannot be deleted', async () => {
		const { id } = await makeActivity()
		const admission = await admit()
		await log(admission, 'areas', 100)
		await addClubCredit(admission, { activityId: id })
		const [listed] = (await callApi(listActivities, { as: admin })).json as Activity[]
		expect(listed).toMatchObject({ id, given: 1 })
		expect(statusAndText(await callApi(deleteActivity, { as: admin, params: { id } }))).toEqual([
			409,
			'Members have credit for this activity. Stop offering it instead.',
		])
		const other = await makeActivity({ refId: (await makeCourse(admin)).id })
		expect((await callApi(deleteActivity, { as: admin, params: { id: other.id } })).status).toBe(204)
		expect(statusAndText(await callApi(deleteActivity, { as: admin, params: { id: other.id } }))).toEqual([
			404,
			'Activity not found',
		])
		expect(await actionsOf()).toContain('cleActivity.deleted')
	})
})

test('an admin who was demoted during the request cannot add anything', async () => {
	const { id } = await makeActivity()
	const actor = { id: member.userId ?? '', name: 'Dana Whitfield', role: 'admin' }
	const stale = { user: actor } as never
	const { id: refId } = await makeCourse(admin)
	const entries = await db().$count(audit)
	const body = activityBody({ refId, minutesByCategory: null, offered: true, spokenCodes: [] })
	await expect(addActivity({ params: {}, query: {}, body } as never, stale)).rejects.toMatchObject({ status: 403 })
	const request = { params: { id }, query: {}, body: { ...granted, validTo: null, transitional: false } }
	await expect(addAccreditation(request as never, stale)).rejects.toMatchObject({ status: 403 })
	expect((await callApi(listActivities, { as: admin })).json).toMatchObject([{ id, accreditations: [] }])
	expect(await db().$count(audit)).toBe(entries)
})

describe('an accreditation', () => {
	test.each([
		['an unknown jurisdiction', { jurisdiction: 'US-ZZ' }, 'Choose a jurisdiction'],
		['a category of another jurisdiction', { credits: { general: 100 } }, 'New York has no category general'],
		['no credits', { credits: { ethics: 0 } }, 'Enter the credits that the board granted'],
		['a last day before the first', { validTo: '2025-12-31' }, 'The last day is before the first day'],
	])('with %s is refused', async (_, overrides, sentence) => {
		const { id } = await makeActivity()
		expect(statusAndText(await accredit(id, overrides))).toEqual([400, sentence])
	})

	test('is changed and deleted, with entries in the audit log', async () => {
		const activity = await makeActivity()
		expect(statusAndText(await accredit('none'))).toEqual([404, 'Activity not found'])
		const [created] = ((await accredit(activity.id)).json as Activity).accreditations
		const params = { id: created?.id ?? '' }
		const body = { ...granted, credits: { ethics: 150 }, version: 1 }
		expect((await callApi(updateAccreditation, { as: admin, params, body })).json).toMatchObject({
			...{ credits: { ethics: 150 }, version: 2 },
		})
		expect((await callApi(updateAccreditation, { as: admin, params, body })).text).toBe(
			'This accreditation has changed since you opened it, so your edit was not saved.',
		)
		const entries = await db().select().from(audit).where(eq(audit.action, 'cleAccreditation.edited'))
		expect(JSON.parse(entries[0]?.detail ?? '')).toEqual({ credits: ['2.0', '1.5'] })
		expect((await callApi(deleteAccreditation, { as: admin, params })).status).toBe(204)
		expect(statusAndText(await callApi(deleteAccreditation, { as: admin, params }))).toEqual([
			404,
			'Accreditation not found',
		])
	})

	test('offers its course to members who lack those credits, and counts a started one as planned', async () => {
		const { id } = await makeActivity()
		await accredit(id)
		const admission = await admit()
		const cyber = async () => (await cardOf(admission)).requirements.find((each) => each.id === 'cyber')
		expect(await cyber()).toMatchObject({
			words: '1 credit of cybersecurity is missing. 1 of our courses gives it.',
			offers: [{ activityId: id, title: 'Guarding client data', credits: 100, href: `/courses/${courseId}` }],
			planned: 0,
		})
		await makeModule(admin, courseId)
		const enrolled = await callApi(enroll, { as: member, params: { id: courseId } })
		expect(enrolled.status, enrolled.text).toBeLessThan(300)
		expect(await cyber()).toMatchObject({ planned: 100, missing: 100 })
		expect((await cardOf(admission)).total).toEqual({ have: 0, need: 2400, planned: 200 })
		// After the member gets the credit, the course is neither offered nor planned.
		await log(admission, 'areas', 100)
		await addClubCredit(admission, { activityId: id, credits: { areas: 100 } })
		expect(await cyber()).toMatchObject({ planned: 0, offers: [], words: '1 credit of cybersecurity is missing.' })
	})

	test('offers nothing if it is expired, for another format, not offered or for a draft', async () => {
		const { id } = await makeActivity()
		await accredit(id, { validFrom: '2025-01-01', validTo: '2026-11-21' })
		await accredit(id, { formats: ['live'] })
		await accredit(id, { validFrom: '2026-11-23' })
		const hidden = await makeActivity({ refId: (await makeCourse(admin, { isPublished: false })).id })
		await accredit(hidden.id)
		const stopped = await makeActivity({ refId: (await makeCourse(admin)).id, offered: false })
		await accredit(stopped.id)
		const { requirements } = await cardOf(await admit())
		expect(requirements.flatMap(({ offers }) => offers)).toEqual([])
	})
})

const VERIFIED = { confidence: 'verified' } as const
const withEvaluation = (keepYears: number) => (rules: RuleSet) => (rules.evaluation = { keepYears, ...VERIFIED })
const withTraining = (months: number) => (rules: RuleSet) =>
	(rules.training = { title: 'Training', months, text: 'Attend it.', ...VERIFIED })

describe('rules', () => {
	const add = (body: RuleSet) => callApi(createRuleVersion, { as: admin, body })
	const versions = async (jurisdiction = 'US-NY') =>
		(await callApi(listRuleVersions, { as: admin, params: { jurisdiction } })).json as RuleVersion[]

	test('never change in place; a new version lists its differences', async () => {
		const rules = newYorkRules()
		expect(statusAndText(await add(rules))).toEqual([409, 'This version is in use. Make a new one.'])
		expect(statusAndText(await add({ ...rules, version: 3 }))).toEqual([400, 'Version numbers cannot skip a number'])
		const next = { ...rules, version: 2, validFrom: '2027-01-01', checkedAt: '2026-11-20' }
		const bias = next.requirements.experienced?.find(({ id }) => id === 'bias')
		if (bias) bias.credits = 200
		const created = (await add(next)).json as RuleVersion
		expect(created).toMatchObject({ isCurrent: false, checkedBy: 'Ruth Adeyemi' })
		expect(created.differences).toEqual([
			{ path: 'validFrom', before: '"2023-07-01"', after: '"2027-01-01"' },
			{ path: 'checkedAt', before: '"2026-11-22"', after: '"2026-11-20"' },
			{ path: 'requirements.experienced.bias.credits', before: '100', after: '200' },
		])
		expect((await versions()).map(({ rules: each, isCurrent }) => [each.version, isCurrent])).toEqual([
			[2, false],
			[1, true],
		])
		// The version valid at the end of the cycle applies to it. Both versions are shown.
		const card = await cardOf(await admit())
		expect(card.requirements.find(({ id }) => id === 'bias')?.need).toBe(200)
		expect(card.rules).toMatchObject({ version: 2, others: [{ version: 1, validFrom: '2023-07-01' }] })
		expect(statusAndText(await add(next))).toEqual([409, 'This version is in use. Make a new one.'])
		expect(await actionsOf()).toContain('cleRules.added')
	})

	test.each([
		['a category that does not exist', (rules: RuleSet) => (rules.categories = rules.categories.slice(1)), /areas/],
		['no total first', (rules: RuleSet) => rules.requirements.experienced?.shift(), /first requirement is the total/],
		['no requirements', (rules: RuleSet) => delete rules.requirements.experienced, /experienced attorneys/],
		['records kept for no year', (rules: RuleSet) => (rules.keepYears.provider = 0), /Use at most 50 years/],
		['records kept for centuries', (rules: RuleSet) => (rules.keepYears.provider = 51), /Use at most 50 years/],
		['certificates kept for centuries', (rules: RuleSet) => (rules.keepYears.attorney = 51), /Use at most 50 years/],
		['evaluations kept for centuries', withEvaluation(51), /Use at most 50 years/],
		['training of centuries', withTraining(121), /Use 1 to 120 months/],
		['no second year', (rules: RuleSet) => delete rules.requirements['newly-2'], /newly-2/],
	])('with %s are refused', async (_, corrupt, sentence) => {
		const rules = { ...newYorkRules(), version: 99 }
		corrupt(rules)
		const reply = await add(rules)
		expect([reply.status, reply.text]).toEqual([400, expect.stringMatching(sentence)])
	})

	test('of a new jurisdiction start with version 1, and members can choose it', async () => {
		const vermont = { ...newYorkRules(), jurisdiction: 'US-VT', name: 'Vermont' }
		expect((await add({ ...vermont, version: 2 })).text).toBe('Version numbers cannot skip a number')
		expect((await add(vermont)).status).toBe(201)
		await admit({ ...newYork, jurisdiction: 'US-VT' })
		const sets = (await callApi(listRuleSets, { as: admin })).json as { jurisdiction: string; members: number }[]
		expect(sets.find(({ jurisdiction }) => jurisdiction === 'US-VT')).toMatchObject({ members: 1, versions: 1 })
		expect(statusAndText(await callApi(listRuleVersions, { as: admin, params: { jurisdiction: 'US-ZZ' } }))).toEqual([
			404,
			'Rules not found',
		])
	})

	test('of a release do not replace existing ones', async () => {
		const { insertShippedRules } = await import('#src/features/cle/server/rules.ts')
		const before = await db().select().from(cleRules)
		await insertShippedRules()
		expect(await db().select().from(cleRules)).toEqual(before)
	})
})

test('the provider is the club until details are entered', async () => {
	expect((await callApi(getProvider, { as: admin })).json).toMatchObject({ name: 'Second Chair', version: 0 })
	const body = {
		...{ name: 'Second Chair CLE', address: '1 Main Street', numbers: { 'US-CA': '12345' } },
		...{ signatory: 'Ruth Adeyemi', signatoryTitle: 'Program director' },
	}
	expect((await callApi(updateProvider, { as: admin, body: { ...body, version: 0 } })).json).toEqual({
		...body,
		version: 1,
	})
	expect(statusAndText(await callApi(updateProvider, { as: admin, body: { ...body, version: 0 } }))).toEqual([
		409,
		'This form has changed since you opened it, so your edit was not saved.',
	])
	const [entry] = await db().select().from(audit).where(eq(audit.action, 'cleProvider.changed'))
	expect(JSON.parse(entry?.detail ?? '')).toEqual({
		changed: 'name, address, numbers, signatory, signatoryTitle',
	})
})

test('no reply to an admin contains a birthday or a bar number', async () => {
	await admit({ ...newYork, barNumber: '4711-BAR' })
	for (const contract of [listActivities, listActivitySources, listRuleSets, getProvider]) {
		const reply = await callApi(contract, { as: admin })
		expect(reply.status).toBe(200)
		expect(reply.text).not.toMatch(/1980-03-12|4711-BAR/)
	}
})
