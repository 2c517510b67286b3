import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { outbox } from '#db/schema/platform/operations.ts'
import { users } from '#db/schema/users.ts'
import { resetPassword } from '#src/features/auth/password-contract.ts'
import {
	checkImport,
	createImport,
	type DryRun,
	getImport,
	remindImport,
	remindList,
	type UserImport,
} from '#src/features/users/import-contract.ts'
import { changeUsers, deactivateUser, type UsersChanged } from '#src/features/users/member-contract.ts'
import { runImports } from '#src/features/users/server/import-job.ts'
import { callApi, insertAccount } from '#tests/support/api/api.ts'
import { actionsDone, admin, setUpMembers } from '#tests/support/members.ts'

setUpMembers()

const DAY_MS = 24 * 60 * 60_000
const LIST = `Name,Email\n${Array.from({ length: 60 }, (_, at) => `Person ${at},p${at}@list.example`).join('\n')}\n`

interface InvitationMail {
	to: string
	at: number
	data: { by: string; token: string; isReminder?: boolean }
}
async function mails(): Promise<InvitationMail[]> {
	const rows = await db().select().from(outbox).orderBy(outbox.availableAt)
	return rows
		.map(({ payload, availableAt }) => ({ ...JSON.parse(payload), at: availableAt.getTime() }))
		.filter(({ template }) => template === 'invitation')
}
const reminders = async () => (await mails()).filter(({ data }) => data.isReminder)

let id: string
beforeEach(async () => {
	const reply = await callApi(createImport, { as: admin, rawBody: LIST })
	id = (reply.json as UserImport).id
	await runImports(new AbortController().signal)
})

/** Moves all invitations this many days into the past. */
async function ageInvitations(days: number): Promise<void> {
	for (const { id: userId, invitedAt } of await db().select().from(users))
		if (invitedAt)
			await db()
				.update(users)
				.set({ invitedAt: new Date(invitedAt.getTime() - days * DAY_MS) })
				.where(eq(users.id, userId))
}

const remind = () => callApi(remindImport, { as: admin, params: { id }, body: {} })
const list = async () => (await callApi(getImport, { as: admin, params: { id } })).json as UserImport
const accept = async (to: string) => {
	const token = (await mails()).findLast((mail) => mail.to === to)?.data.token ?? ''
	return callApi(resetPassword, { body: { token, newPassword: 'oak table by the window' } })
}

describe('reminding the people of a list', () => {
	test('waits four days, then reminds everyone who has not joined, once, with a new link', async () => {
		await accept('p0@list.example')
		expect(await list()).toMatchObject({ invited: 60, come: 1, open: 59, due: 0, dueAt: expect.any(String) })
		const early = await remind()
		expect(early.status).toBe(409)
		expect(early.text).toMatch(/^They got an email in the last 4 days\. You can remind them from .* UTC\.$/)
		await ageInvitations(4)
		expect(await list()).toMatchObject({ due: 59, dueAt: null })
		const [first, second] = await Promise.all([remind(), remind()])
		expect([first.status, second.status].sort()).toEqual([200, 409])
		const sent = await reminders()
		expect(new Set(sent.map(({ to }) => to)).size).toBe(59)
		expect(sent).toHaveLength(59)
		expect(sent.some(({ to }) => to === 'p0@list.example')).toBe(false)
		// Reminders are sent at the pace of invitations.
		const times = sent.map(({ at }) => at).sort((a, b) => a - b)
		expect((times[50] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(60_000)
		expect((await actionsDone()).filter((action) => action === 'members.reminded')).toHaveLength(1)
		// The link of the reminder works, but the link of the invitation no longer does.
		const [old] = (await mails()).filter(({ to, data }) => to === 'p7@list.example' && !data.isReminder)
		const body = { token: old?.data.token ?? '', newPassword: 'oak table by the window' }
		expect((await callApi(resetPassword, { body })).status).toBe(400)
		expect((await accept('p7@list.example')).status).toBe(204)
		expect((await remind()).status).toBe(409)
	})

	test('reminds three times at most', async () => {
		for (let times = 0; times < 3; times++) {
			await ageInvitations(4)
			expect((await remind()).json).toMatchObject({ reminded: 60 })
		}
		await ageInvitations(9)
		const reply = await remind()
		expect([reply.status, reply.text]).toEqual([409, remindImport.errors.often[1]])
		expect(await list()).toMatchObject({ open: 60, due: 0, dueAt: null })
	})

	test('skips people whose invitation was withdrawn, and is rejected if no one is left', async () => {
		await ageInvitations(4)
		const people = (await db().select().from(users)).filter(({ invitedAt }) => invitedAt)
		for (const { id: userId } of people)
			await callApi(deactivateUser, { as: admin, params: { id: userId }, body: { reason: 'Left' } })
		const reply = await remind()
		expect([reply.status, reply.text]).toEqual([409, remindImport.errors.nobody[1]])
		expect(await reminders()).toHaveLength(0)
	})

	test("uploading the list again shows each person's status and can remind them", async () => {
		await ageInvitations(4)
		await accept('p0@list.example')
		await insertAccount({ email: 'pending@list.example', status: 'inactive', applicationStatus: 'pending' })
		const again = `${LIST}Pending Person,pending@list.example\nNew Person,new@list.example\n`
		const dryRun = (await callApi(checkImport, { as: admin, rawBody: again })).json as DryRun
		expect(dryRun).toMatchObject({
			counts: { fresh: 1, members: 61, known: { invited: 59, active: 1, applied: 1 }, faulty: 0 },
			due: 59,
		})
		expect(dryRun.rows.find(({ email }) => email === 'pending@list.example')).toMatchObject({ memberStatus: 'applied' })
		expect((await callApi(remindList, { as: admin, rawBody: again })).json).toMatchObject({ reminded: 59 })
		expect((await callApi(remindList, { as: admin, rawBody: again })).status).toBe(409)
		expect(await reminders()).toHaveLength(59)
	})
})

test('several invitations can be sent again at once, and other accounts are listed with their status', async () => {
	const people = (await db().select().from(users)).filter(({ invitedAt }) => invitedAt).slice(0, 2)
	const applicant = await insertAccount({ status: 'inactive', applicationStatus: 'pending' })
	const [own] = await db().select().from(users).where(eq(users.role, 'admin'))
	const chosen = [...people.map(({ id: userId }) => userId), applicant.id, own?.id ?? ''].map((userId) => ({
		id: userId,
	}))
	const reply = await callApi(changeUsers, { as: admin, body: { action: 'invite', users: chosen } })
	const { done, refused } = reply.json as UsersChanged
	expect(done).toBe(2)
	expect(refused.map(({ why }) => why)).toEqual([
		'This person has applied. Approve or reject the application under Applications.',
		'This person is already a member.',
	])
	expect(await mails()).toHaveLength(62)
})
