import { expect, test } from 'vitest'
import { getMembershipPreview } from '#src/features/applications/preview-contract.ts'
import { createSession } from '#src/features/coaching/contract.ts'
import { type Category, listCategories, updateCategory } from '#src/features/questions/category-contract.ts'
import { deleteQuestion } from '#src/features/questions/contract.ts'
import { callApi } from '#tests/support/api/api.ts'
import { inDays, session } from '#tests/support/coaching.ts'
import { admin, ask, family, intake, member, setUpForum } from '#tests/support/forum.ts'

setUpForum()

const preview = async () => (await callApi(getMembershipPreview, {})).json

async function show({ id, name, parentCategoryId }: Category, titlesPublic?: boolean): Promise<Category | undefined> {
	const body = { name, parentCategoryId, ...(titlesPublic === undefined ? {} : { titlesPublic }) }
	const reply = await callApi(updateCategory, { as: admin, params: { id }, body })
	expect(reply.status, reply.text).toBe(204)
	const all = (await callApi(listCategories, { as: member })).json as Category[]
	return all.find((category) => category.id === id)
}

test('visitors see the newest three titles, only of categories that an admin opened', async () => {
	for (const title of ['The first question', 'The second question', 'The third question', 'The fourth question'])
		await ask(title, { categoryId: intake.id })
	const hidden = await ask('A question about custody', { categoryId: family.id })
	expect(await preview()).toEqual({ nextCall: null, questions: [] })

	expect((await show(intake, true))?.titlesPublic).toBe(true)
	const three = ['The fourth question', 'The third question', 'The second question']
	expect(await preview()).toEqual({ nextCall: null, questions: three })

	// A rename by a form without this field keeps the choice.
	expect((await show(intake))?.titlesPublic).toBe(true)
	await show(family, true)
	expect(await preview()).toEqual({ nextCall: null, questions: ['A question about custody', ...three.slice(0, 2)] })
	await callApi(deleteQuestion, { as: admin, params: { id: hidden } })
	await show(intake, false)
	expect(await preview()).toEqual({ nextCall: null, questions: [] })
})

test('visitors see the start of the next call, but not of one that has begun', async () => {
	const soon = inDays(2)
	for (const scheduledAt of [inDays(9), soon, inDays(-1)])
		expect((await callApi(createSession, { as: admin, body: session({ scheduledAt }) })).status).toBe(201)
	expect(await preview()).toMatchObject({ nextCall: soon })
})
