import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { audit } from '#db/schema/audit.ts'
import { questions } from '#db/schema/questions.ts'
import { DELETED } from '#src/features/comments/contract.ts'
import { listDeletions, restoreDeletion } from '#src/features/deletions/contract.ts'
import {
	deleteComment,
	deleteQuestion,
	lockQuestion,
	type QuestionComment,
	updateQuestion,
} from '#src/features/questions/contract.ts'
import { callApi } from '#tests/support/api/api.ts'
import {
	admin,
	ask,
	BODY,
	comment,
	intake,
	list,
	member,
	other,
	read,
	setUpForum,
	titles,
} from '#tests/support/forum.ts'

setUpForum()

/** Counts the audit entries of members. */
const ownEntries = () => db().$count(audit, sql`actor_id in (${member.userId}, ${other.userId})`)
const remove = (id: string, as = member) => callApi(deleteQuestion, { as, params: { id } })

describe("a member's own question", () => {
	test('without answers is deleted without an audit entry, and an admin can restore it', async () => {
		const id = await ask('Does anybody know this?')
		expect([(await remove(id)).status, (await remove(id)).status]).toEqual([204, 404])
		expect(await db().$count(questions)).toBe(0)
		expect(await ownEntries()).toBe(0)
		const [deletion] = (await callApi(listDeletions, { as: admin })).json as { id: string; name: string }[]
		expect(deletion?.name).toBe('Does anybody know this?')
		await callApi(restoreDeletion, { as: admin, params: { id: deletion?.id ?? '' } })
		expect(await read(id)).toMatchObject({ title: 'Does anybody know this?', body: BODY, isDeleted: false })
	})

	test('with answers loses its text, and the answers stay', async () => {
		const id = await ask('What did Jane Roe do on Elm Street?', { body: `${BODY} At https://club.example/podcast/a` })
		await comment(id, 'She moved away.', other)
		expect((await remove(id)).status).toBe(204)
		const question = await read(id, other)
		expect(question).toMatchObject({ title: DELETED, body: '', isDeleted: true, commentCount: 1 })
		expect(question.comments.map(({ body }) => body)).toEqual(['She moved away.'])
		expect(JSON.stringify(await db().select().from(questions))).not.toMatch(/Jane|Elm/)
		expect(titles(await list({ search: 'Elm Street' }))).toEqual([])
		expect(await ownEntries()).toBe(0)
		// It cannot be deleted again or edited, but others can still answer.
		expect((await remove(id)).status).toBe(404)
		const body = { title: 'What did Jane Roe do?', body: BODY, categoryId: intake.id }
		expect((await callApi(updateQuestion, { as: member, params: { id }, body })).status).toBe(404)
		expect((await comment(id, 'And she came back.', other)).status).toBe(201)
	})

	test('answered at the same moment is never lost together with its answer', async () => {
		const id = await ask('Does anybody know this?')
		const [reply] = await Promise.all([comment(id, 'I do, as it happens.', other), remove(id)])
		expect(await db().$count(questions)).toBe(reply.status === 201 ? 1 : 0)
	})

	test('can be deleted while it is locked, and by an admin with all answers', async () => {
		const id = await ask('Does anybody know this?')
		await comment(id, 'I do, as it happens.', other)
		await callApi(lockQuestion, { as: admin, params: { id }, body: { isLocked: true } })
		expect((await remove(id)).status).toBe(204)
		expect((await remove(id, admin)).status).toBe(204)
		expect(await db().$count(questions)).toBe(0)
	})

	test('cannot be deleted by another member', async () => {
		const id = await ask('Does anybody know this?')
		expect(await remove(id, other)).toMatchObject({ status: 403, text: deleteQuestion.errors.notYours[1] })
		expect((await remove('nobody')).status).toBe(404)
	})
})

test('a comment can be deleted by its author, but not by other members', async () => {
	const id = await ask('Does anybody know this?')
	const { id: commentId } = (await comment(id, 'I do, as it happens.', other)).json as QuestionComment
	const removeComment = (as = member) => callApi(deleteComment, { as, params: { id, commentId } })
	expect(await removeComment()).toMatchObject({ status: 403, text: deleteComment.errors.notYours[1] })
	expect([(await removeComment(other)).status, (await removeComment(other)).status]).toEqual([204, 404])
	expect([(await read(id)).commentCount, await ownEntries()]).toEqual([0, 0])
})
