import { beforeEach, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { audit } from '#db/schema/audit.ts'
import { questions } from '#db/schema/questions.ts'
import { write } from '#db/write.ts'
import {
	type Category,
	deleteCategory,
	listCategories,
	listCategoryQuestions,
	moveQuestions,
} from '#src/features/questions/category-contract.ts'
import { lockQuestion, moveQuestion } from '#src/features/questions/contract.ts'
import { callApi } from '#tests/support/api/api.ts'
import { admin, ask, family, intake, list, member, practice, read, setUpForum, titles } from '#tests/support/forum.ts'

setUpForum()
// The audit is permanent, so a test reads only the entries since its start.
let before = 0
const allEntries = () => db().select().from(audit).orderBy(audit.id)
const markStart = async () => {
	before = (await allEntries()).length
}
beforeEach(markStart)

const move = (id: string, categoryId: string, as = admin) =>
	callApi(moveQuestion, { as, params: { id }, body: { categoryId } })
const moveFrom = (from: Category, to: string, questionIds?: string[]) =>
	callApi(moveQuestions, {
		as: admin,
		params: { id: from.id },
		body: { categoryId: to, ...(questionIds && { questionIds }) },
	})
const counts = async () =>
	Object.fromEntries(
		((await callApi(listCategories, { as: admin })).json as Category[]).map((one) => [one.slug, one.questionCount]),
	)
const entries = async () =>
	(await allEntries()).slice(before).map(({ action, subjectName, detail }) => [action, subjectName, JSON.parse(detail)])

test('an admin can move a question, locked or not, which updates list, search, counters and audit', async () => {
	const id = await ask('A question about custody')
	await callApi(lockQuestion, { as: admin, params: { id }, body: { isLocked: true } })
	await markStart()
	expect((await move(id, family.id)).status).toBe(204)

	expect(await read(id)).toMatchObject({ categoryId: family.id, category: { name: 'Family law' }, isEdited: false })
	expect(titles(await list({ category: intake.id, search: 'custody' }))).toEqual([])
	for (const category of [family.id, practice.id])
		for (const search of ['', 'custody'])
			expect(titles(await list({ category, ...(search && { search }) }))).toEqual(['A question about custody'])
	expect(await counts()).toMatchObject({ 'client-intake': 0, 'family-law': 1 })
	const entry = ['question.moved', 'Question by Dana Whitfield', { category: ['Client intake', 'Family law'] }]
	expect(await entries()).toEqual([entry])
	expect((await move(id, family.id)).status).toBe(204)
	expect(await entries()).toEqual([entry])
})

test('moving requires an admin and an existing category', async () => {
	const id = await ask('A question about custody')
	expect((await move(id, family.id, member)).status).toBe(403)
	const nowhere = await move(id, 'nowhere')
	expect([nowhere.status, nowhere.text]).toEqual([400, 'Please select a category'])
	expect((await move('nobody', family.id)).status).toBe(404)
	expect((await moveFrom(intake, 'nowhere')).status).toBe(400)
	expect((await moveFrom(intake, intake.id)).status).toBe(400)
	expect((await moveFrom({ ...intake, id: 'nowhere' }, family.id)).status).toBe(404)
	expect((await read(id)).categoryId).toBe(intake.id)
	expect(await entries()).toEqual([])
})

test('selected questions of a category are moved only if they are still in it', async () => {
	const [first, second, elsewhere] = [
		await ask('The first question here'),
		await ask('The second question here'),
		await ask('A question elsewhere', { categoryId: family.id }),
	]
	const listed = await callApi(listCategoryQuestions, { as: admin, params: { id: intake.id } })
	expect((listed.json as { id: string }[]).map(({ id }) => id)).toEqual([second, first])
	const reply = await moveFrom(intake, practice.id, [first, elsewhere, 'nobody', first])
	expect([reply.status, reply.json]).toEqual([200, { moved: 1 }])
	expect((await read(first)).categoryId).toBe(practice.id)
	expect((await read(second)).categoryId).toBe(intake.id)
	expect((await read(elsewhere)).categoryId).toBe(family.id)
	expect(await counts()).toMatchObject({ 'client-intake': 1, 'practice-specific': 1, 'family-law': 1 })
	expect((await entries()).map(([action]) => action)).toEqual(['question.moved'])
})

test("a parent’s own questions can be listed without its children's", async () => {
	await ask('A question about custody', { categoryId: family.id })
	const own = await ask('A question about practice', { categoryId: practice.id })
	const listed = await callApi(listCategoryQuestions, { as: admin, params: { id: practice.id } })
	expect((listed.json as { id: string }[]).map(({ id }) => id)).toEqual([own])
	expect(listed.header('X-Total-Count')).toBe('1')
})

test('any number of questions of a category can be moved, after which it can be deleted', async () => {
	const MANY = 620
	const row = (number: number) => ({
		id: `many${number}`,
		title: `Question ${number} about retainers`,
		body: 'How do the rest of you do it?',
		categoryId: intake.id,
		groupId: intake.id,
		authorId: member.userId ?? null,
		createdAt: new Date(),
	})
	await write(...Array.from({ length: MANY }, (_, number) => db().insert(questions).values(row(number))))
	expect((await callApi(deleteCategory, { as: admin, params: { id: intake.id } })).status).toBe(409)
	expect((await moveFrom(intake, family.id)).json).toEqual({ moved: MANY })
	expect(await counts()).toMatchObject({ 'client-intake': 0, 'family-law': MANY })
	const reply = await list({ category: practice.id, search: 'retainers', limit: '1' })
	expect(reply.header('X-Total-Count')).toBe('100')
	expect(titles(await list({ category: intake.id, search: 'retainers' }))).toEqual([])
	expect(await entries()).toEqual([
		['category.emptied', 'Client intake', { into: 'Family law', questions: 500 }],
		['category.emptied', 'Client intake', { into: 'Family law', questions: 120 }],
	])
	expect((await moveFrom(intake, family.id)).json).toEqual({ moved: 0 })
	expect((await callApi(deleteCategory, { as: admin, params: { id: intake.id } })).status).toBe(204)
})
