import { eq, like, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { passwordResets } from '#db/schema/auth.ts'
import { courses } from '#db/schema/courses.ts'
import { deletedRows, deletions } from '#db/schema/deletions.ts'
import { memberImportRows, memberImports } from '#db/schema/members.ts'
import { questions } from '#db/schema/questions.ts'
import { users } from '#db/schema/users.ts'
import { listAudit } from '#src/features/audit/contract.ts'
import { login } from '#src/features/auth/contract.ts'
import { deleteCourse } from '#src/features/courses/contract.ts'
import { forgetDeletion, listDeletions } from '#src/features/deletions/contract.ts'
import { forgetOldDeletions } from '#src/features/deletions/server/service.ts'
import {
	type Comment,
	createComment,
	listComments,
	listReplies,
	markHelpful,
} from '#src/features/discussion/contract.ts'
import { deleteQuestion } from '#src/features/questions/contract.ts'
import { deleteUser } from '#src/features/users/contract.ts'
import { callApi, insertAccount, type Principal, signedIn, TEST_PASSWORD } from '#tests/support/api/api.ts'
import { fillFor } from '#tests/support/api/filled-tables.ts'
import { makeCourse, makeModule } from '#tests/support/courses/courses.ts'
import { admin, listed, onlyDeletion, restore, setUpDeletions } from '#tests/support/deletions.ts'

setUpDeletions()

describe('an account', () => {
	test('of an admin is restored as a member, without sign-ins, links or admin rights', async () => {
		const person = await insertAccount({ role: 'admin', name: 'Olga Owner', email: 'olga@club.example' })
		const session = await signedIn(person)
		await db()
			.insert(passwordResets)
			.values({ id: 'r', userId: person.id, expiresAt: new Date(Date.now() + 60_000) })
		await callApi(deleteUser, { as: admin, params: { id: person.id } })
		expect((await restore((await onlyDeletion()).id)).status).toBe(200)
		const [row] = await db().select().from(users).where(eq(users.id, person.id))
		expect(row).toMatchObject({ role: 'user', status: 'active', version: person.version + 1 })
		expect((await callApi(listDeletions, { as: session })).status).toBe(401)
		expect(await db().select().from(passwordResets)).toEqual([])
		const body = { email: person.email, password: TEST_PASSWORD }
		expect((await callApi(login, { body })).json).toMatchObject({ role: 'user' })
		const entries = await callApi(listAudit, { as: admin, query: { action: 'user.role' } })
		expect(entries.json).toMatchObject([{ subjectName: 'Olga Owner', subjectId: person.id }])
	})

	test('leaves replies by others in one thread, and a restore does not move them back', async () => {
		const person = await insertAccount({ name: 'Tomas Keller' })
		const tomas = await signedIn(person)
		const ada = await signedIn(await insertAccount({ name: 'Ada Moss' }))
		const { id } = await makeModule(admin, (await makeCourse(admin)).id)
		const postComment = async (content: string, as: Principal, parentId?: string) =>
			((await callApi(createComment, { as, params: { id }, body: { content, parentId } })).json as Comment).id
		const rootComment = await postComment('Who calls first?', tomas)
		const first = await postComment('The client does.', ada, rootComment)
		await callApi(markHelpful, { as: tomas, params: { id: first }, body: { isHelpful: true } })
		await postComment('So I thought.', tomas, rootComment)
		await postComment('Or their wife.', ada, rootComment)
		await postComment('And this one is mine alone.', tomas)
		const thread = async () =>
			((await callApi(listComments, { as: ada, params: { id } })).json as Comment[]).map((comment) => [
				...[comment.content, comment.replyCount, comment.isHelpful],
			])
		await callApi(deleteUser, { as: admin, params: { id: person.id } })
		expect(await thread()).toEqual([['The client does.', 1, false]])
		const replies = (await callApi(listReplies, { as: ada, params: { id: first } })).json as Comment[]
		expect(replies.map(({ content }) => content)).toEqual(['Or their wife.'])
		const deletion = await onlyDeletion()
		expect(deletion.with).toEqual(['3 comments in courses'])
		expect((await restore(deletion.id)).status).toBe(200)
		expect(await thread()).toEqual([
			['And this one is mine alone.', 0, false],
			['The client does.', 1, false],
			['Who calls first?', 1, false],
		])
	})

	/** Deletes a course and a question with a person's contributions, then that person. */
	async function deleteAccountWithTraces() {
		const person = await insertAccount({ name: 'Tomas Keller', email: 'tomas@club.example' })
		await fillFor(person.id, 'mine', () => false)
		await db().delete(deletions)
		const other = await insertAccount({})
		const [course] = await db().select().from(courses)
		const [question] = await db().select().from(questions)
		await db().run(
			sql`insert into enrollments (user_id, course_id, created_at) values (${other.id}, ${course?.id ?? ''}, 1)`,
		)
		for (const [contract, id] of [
			[deleteCourse, course?.id],
			[deleteQuestion, question?.id],
			[deleteUser, person.id],
		] as const)
			expect((await callApi(contract, { as: admin, params: { id: id ?? '' } })).status).toBe(204)
		const [accountDeletion, questionDeletion, courseDeletion] = await listed()
		const traces = async () =>
			(
				await db()
					.select()
					.from(deletedRows)
					.where(like(deletedRows.row, `%${person.id}%`))
			).map(({ source }) => source)
		expect(await traces()).toEqual(expect.arrayContaining(['enrollments', 'comments', 'journal_entries', 'questions']))
		return { person, other, traces, accountDeletion, questionDeletion, courseDeletion }
	}

	test('deleted permanently is removed from other deletions, which are restored without it', async () => {
		const { other, traces, accountDeletion, questionDeletion, courseDeletion } = await deleteAccountWithTraces()
		await db()
			.insert(memberImports)
			.values({
				...{ id: 'i', state: 'done', createdBy: 'x', createdByName: 'x', createdAt: new Date(), rowCount: 2 },
				mailsUntil: new Date(),
			})
		for (const [line, email] of ['TOMAS@club.example', 'kim@club.example'].entries())
			await db().insert(memberImportRows).values({ importId: 'i', line, state: 'invited', name: 'x', email })
		expect((await callApi(forgetDeletion, { as: admin, params: { id: accountDeletion?.id ?? '' } })).status).toBe(204)
		expect(await traces()).toEqual([])
		const lines = await db().select().from(memberImportRows).where(eq(memberImportRows.importId, 'i'))
		expect(lines.map(({ email }) => email)).toEqual(['kim@club.example'])
		expect((await listed()).find(({ id }) => id === courseDeletion?.id)?.with).toContainEqual('1 enrollment')
		for (const id of [questionDeletion?.id, courseDeletion?.id]) expect((await restore(id ?? '')).status).toBe(200)
		const { rows } = await db().run(sql`select user_id from enrollments`)
		expect(rows.map((row) => row.user_id)).toEqual([other.id])
		expect((await db().select().from(questions)).map(({ authorId }) => authorId)).toEqual([null])
	})

	test('is removed everywhere by the job if its permanent deletion stopped after the first write', async () => {
		const { traces, accountDeletion } = await deleteAccountWithTraces()
		await db()
			.update(deletions)
			.set({ deletedAt: new Date(0), name: '' })
			.where(eq(deletions.id, accountDeletion?.id ?? ''))
		await forgetOldDeletions()
		expect(await traces()).toEqual([])
		expect(await listed()).toHaveLength(2)
	})

	test("is not erased after a restore when the deletion's other records expire", async () => {
		const { traces, accountDeletion } = await deleteAccountWithTraces()
		expect((await restore(accountDeletion?.id ?? '')).status).toBe(200)
		const before = await traces()
		await db()
			.update(deletions)
			.set({ deletedAt: new Date(0) })
			.where(eq(deletions.id, accountDeletion?.id ?? ''))
		await forgetOldDeletions()
		expect((await traces()).length).toBeGreaterThan(0)
		expect(before).toEqual(expect.arrayContaining(await traces()))
		expect(await traces()).toContain('enrollments')
	})
})
