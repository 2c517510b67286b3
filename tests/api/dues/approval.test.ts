import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { memberships } from '#db/schema/dues.ts'
import { users } from '#db/schema/users.ts'
import { decideApplication, listApplications } from '#src/features/applications/contract.ts'
import { getMembership, type Membership } from '#src/features/dues/contract.ts'
import { sendDuesNotices } from '#src/features/dues/server/notices/notices.ts'
import { listQuestions } from '#src/features/questions/contract.ts'
import { addDays } from '#src/lib/dates/calendar-day.ts'
import { clubDay } from '#src/lib/dates/club-day.ts'
import { type Site, setSite } from '#src/lib/site/site.ts'
import { callApi, signedIn } from '#tests/support/api/api.ts'
import { submit } from '#tests/support/applications.ts'
import { addPlan, admin, setUpDues } from '#tests/support/dues.ts'
import { waitingMails } from '#tests/support/mail.ts'

setUpDues()

const turnOn = (settings: Partial<Site> = {}) => setSite({ collectsDues: 'on', ...settings })

async function applicant() {
	const [row] = await db().select().from(users).where(eq(users.emailKey, 'dana@example.com'))
	if (!row) throw new Error('Nobody has applied')
	return row
}

/** Applies and gets approved. @returns the membership, the status of the forum, the approval email and the notices */
async function join(form: Record<string, unknown> = {}) {
	expect((await submit(form)).status).toBe(201)
	const { id } = await applicant()
	const decided = await callApi(decideApplication, { as: admin, params: { userId: id }, body: { action: 'approve' } })
	expect(decided.status, decided.text).toBe(200)
	const as = await signedIn(await applicant())
	await sendDuesNotices()
	const approved = (await waitingMails()).find(({ template }) => template === 'application-approved')
	return {
		membership: (await callApi(getMembership, { as })).json as Membership,
		forum: (await callApi(listQuestions, { as })).status,
		mail: approved?.data as { pays?: boolean },
		notices: (await waitingMails()).filter(({ template }) => template === 'dues-notice').map(({ data }) => data),
	}
}

describe('approve, then pay', () => {
	test('opens only the account before the first payment, and requests that payment', async () => {
		await addPlan({ isPublic: false })
		const plan = await addPlan()
		await addPlan()
		const { membership, forum, mail, notices } = await join()
		expect(membership).toMatchObject({
			...{ standing: 'lapsed', paidThrough: null, plan: { id: plan.id } },
			next: { day: clubDay(), amountCents: plan.amountCents },
		})
		expect([forum, mail.pays]).toEqual([403, true])
		expect(notices).toMatchObject([{ kind: 'onDay', covered: 'nothing', amount: '$490.00' }])
	})

	test('uses the plan chosen in the application', async () => {
		await addPlan()
		const { id } = await addPlan()
		expect((await join({ planId: id })).membership.plan?.id).toBe(id)
	})

	test('shows admins the chosen plan before they decide', async () => {
		await addPlan()
		const { id, name } = await addPlan()
		await submit({ planId: id })
		const read = async () => (await callApi(listApplications, { as: admin })).json
		expect(await read()).toMatchObject([{ plan: name }])
		setSite({})
		expect(await read()).toMatchObject([{ plan: null }])
	})

	test.each(['nothing', 'hidden'])('uses the first plan if the chosen one is %s', async (kind) => {
		const { id } = await addPlan()
		const hidden = await addPlan({ isPublic: false })
		expect((await join({ planId: kind === 'hidden' ? hidden.id : kind })).membership.plan?.id).toBe(id)
	})
})

describe('approve', () => {
	test('opens everything immediately, and requests the payment within the grace period', async () => {
		turnOn({ duesDoor: 'approve' })
		await addPlan()
		const { membership, forum, mail, notices } = await join()
		expect(membership).toMatchObject({ standing: 'grace', goodThrough: addDays(clubDay(), 13) })
		expect([forum, mail.pays]).toEqual([200, undefined])
		expect(notices).toMatchObject([{ kind: 'onDay', payBy: addDays(clubDay(), 13) }])
	})

	test('starts with the trial of the plan', async () => {
		turnOn({ duesDoor: 'approve' })
		await addPlan({ trialDays: 14 })
		const { membership, forum } = await join()
		expect(membership).toMatchObject({ standing: 'trial', trialUntil: addDays(clubDay(), 13), paidThrough: null })
		expect(forum).toBe(200)
	})
})

test('a club without plans collects no dues', async () => {
	const { membership, forum, mail } = await join()
	expect(membership).toMatchObject({ standing: null, plan: null })
	expect([forum, mail.pays]).toEqual([200, undefined])
})

test('while dues are off none are collected, and a plan chosen earlier is dropped', async () => {
	const { id } = await addPlan()
	expect((await submit({ planId: id })).status).toBe(201)
	expect(await db().$count(memberships)).toBe(1)
	setSite({})
	const { id: userId } = await applicant()
	await callApi(decideApplication, { as: admin, params: { userId }, body: { action: 'approve' } })
	expect(await db().$count(memberships)).toBe(0)
	await submit({ email: 'other@example.com', planId: id })
	expect(await db().$count(memberships)).toBe(0)
})

test('a second application with the same email address does not change the plan', async () => {
	const [first, second] = [await addPlan(), await addPlan()]
	await submit({ planId: first.id })
	await submit({ planId: second.id })
	expect(await db().select().from(memberships)).toMatchObject([{ planId: first.id }])
})
