import { beforeAll, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { audit } from '#db/schema/audit.ts'
import { type Deletion, forgetDeletion, listDeletions, restoreDeletion } from '#src/features/deletions/contract.ts'
import {
	type Comment,
	createComment as createCourseComment,
	deleteComment as deleteCourseComment,
	listReplies,
} from '#src/features/discussion/contract.ts'
import { deleteComment, deleteQuestion, type QuestionComment } from '#src/features/questions/contract.ts'
import { callApi, type Principal } from '#tests/support/api/api.ts'
import { makeCourse, makeModule } from '#tests/support/courses/courses.ts'
import { admin, ask, comment, member, other, read, setUpForum } from '#tests/support/forum.ts'

setUpForum()

let moduleId: string
beforeAll(async () => {
	const course = await makeCourse(admin)
	moduleId = (await makeModule(admin, course.id)).id
})

const newestDeletion = async () => ((await callApi(listDeletions, { as: admin })).json as Deletion[])[0] as Deletion
const restore = ({ id }: Deletion) => callApi(restoreDeletion, { as: admin, params: { id } })
const postComment = async (content: string, as: Principal, parentId?: string) =>
	(await callApi(createCourseComment, { as, params: { id: moduleId }, body: { content, parentId } })).json as Comment

test('a deleted comment on a question is restored as it was, with the counts of its question', async () => {
	const id = await ask('How do I word the fee clause?')
	const { id: commentId } = (await comment(id, 'You are all fools.', other)).json as QuestionComment
	const before = await read(id)
	expect((await callApi(deleteComment, { as: admin, params: { id, commentId } })).status).toBe(204)
	expect((await read(id)).commentCount).toBe(0)
	const deletion = await newestDeletion()
	expect(deletion).toMatchObject({ kind: 'questionComment', name: 'You are all fools.', with: [] })
	const restored = await restore(deletion)
	expect(restored.json).toMatchObject({ href: `/questions/${id}#comment-${commentId}` })
	expect(await read(id)).toEqual(before)
	// A comment deleted by its own author can be restored as well.
	await callApi(deleteComment, { as: other, params: { id, commentId } })
	expect((await newestDeletion()).name).toBe('You are all fools.')
	const names = await db().select({ name: audit.subjectName }).from(audit)
	expect(names.map(({ name }) => name)).not.toContain('You are all fools.')
})

test('a comment cannot be restored while its question is deleted, but can be erased', async () => {
	const id = await ask('How do I word the fee clause?')
	const { id: commentId } = (await comment(id, 'You are all fools.', other)).json as QuestionComment
	await callApi(deleteComment, { as: admin, params: { id, commentId } })
	const deletion = await newestDeletion()
	await callApi(deleteQuestion, { as: admin, params: { id } })
	const reply = await restore(deletion)
	expect([reply.status, reply.text]).toEqual([409, 'What it belongs to is deleted too. Restore that first.'])
	expect((await callApi(forgetDeletion, { as: admin, params: { id: deletion.id } })).status).toBe(204)
	expect((await restore(deletion)).status).toBe(404)
})

test('a deleted comment in a course is restored with its replies', async () => {
	const top = await postComment('You are all fools.', other)
	const reply = await postComment('Please do not say that.', member, top.id)
	await callApi(deleteCourseComment, { as: admin, params: { id: top.id } })
	const deletion = await newestDeletion()
	expect(deletion).toMatchObject({ kind: 'courseComment', name: 'You are all fools.', with: ['1 comment in courses'] })
	expect((await restore(deletion)).status).toBe(200)
	const replies = (await callApi(listReplies, { as: member, params: { id: top.id } })).json as Comment[]
	expect(replies.map(({ id, content }) => [id, content])).toEqual([[reply.id, reply.content]])
})
