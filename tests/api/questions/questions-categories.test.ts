import { describe, expect, test } from 'vitest'
import {
	type Category,
	createCategory,
	deleteCategory,
	listCategories,
	orderCategories,
	updateCategory,
} from '#src/features/questions/category-contract.ts'
import { callApi } from '#tests/support/api/api.ts'
import {
	addCategory,
	admin,
	ask,
	family,
	intake,
	list,
	member,
	practice,
	setUpForum,
	titles,
} from '#tests/support/forum.ts'

setUpForum()

describe('categories', () => {
	const change = (id: string, name: string, parentCategoryId: string | null) =>
		callApi(updateCategory, { as: admin, params: { id }, body: { name, parentCategoryId } })

	test("are listed in the admin's order", async () => {
		const all = async () => ((await callApi(listCategories, { as: member })).json as Category[]).map(({ slug }) => slug)
		expect(await all()).toEqual(['client-intake', 'practice-specific', 'family-law'])
		await callApi(orderCategories, { as: admin, body: { ids: [practice.id, intake.id, family.id] } })
		expect(await all()).toEqual(['practice-specific', 'client-intake', 'family-law'])
	})

	test('have two levels and unique names', async () => {
		const same = await callApi(createCategory, { as: admin, body: { name: 'Client Intake', parentCategoryId: null } })
		expect([same.status, same.text]).toEqual([409, 'A category with this name already exists'])
		const nested = await callApi(createCategory, { as: admin, body: { name: 'Custody', parentCategoryId: family.id } })
		expect([nested.status, nested.text]).toEqual([400, 'Please choose a top-level category as the parent'])
		expect((await change(practice.id, 'Practice Specific', intake.id)).status).toBe(409)
		expect((await change(family.id, 'Family law', family.id)).status).toBe(400)
		expect((await change('nobody', 'Family law', null)).status).toBe(404)
	})

	test('keep their questions and slug when they move', async () => {
		await ask('A question about custody', { categoryId: family.id })
		expect((await change(family.id, 'Families', null)).status).toBe(204)
		expect(titles(await list({ category: practice.id }))).toEqual([])
		expect(titles(await list({ category: family.id }))).toEqual(['A question about custody'])
		expect((await change(family.id, 'Family law', practice.id)).status).toBe(204)
		expect(titles(await list({ category: practice.id }))).toEqual(['A question about custody'])
		expect(titles(await list({ category: practice.id, search: 'custody' }))).toEqual(['A question about custody'])
	})

	test('cannot be deleted while in use', async () => {
		await ask('A question about custody', { categoryId: family.id })
		for (const id of [family.id, practice.id])
			expect((await callApi(deleteCategory, { as: admin, params: { id } })).status).toBe(409)
		const unused = await addCategory('Unused')
		expect((await callApi(deleteCategory, { as: admin, params: { id: unused.id } })).status).toBe(204)
		expect((await callApi(deleteCategory, { as: admin, params: { id: unused.id } })).status).toBe(404)
	})
})
