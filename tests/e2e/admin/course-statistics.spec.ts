import { readFile } from 'node:fs/promises'
import type { CourseStatistics } from '#src/features/course-statistics/contract.ts'
import { awake, expect, expectAccessible, test } from '../support/fixtures.ts'

const COURSE = '005-client-intake'

for (const width of [390, 768, 1440])
	test(`an admin sees the statistics of all courses and of one course at ${width} pixels`, async ({
		page,
		signInAs,
	}) => {
		await signInAs('admin')
		await page.setViewportSize({ width, height: 900 })
		// A job computes the statistics soon after the start.
		const statistics = async () =>
			(await (await page.request.get(`/api/admin/figures/${COURSE}`)).json()) as CourseStatistics
		await expect.poll(async () => (await statistics()).countedAt).not.toBeNull()
		const { title, enrolled, modules, quizzes } = await statistics()
		await page.goto('/admin/figures')
		await awake(page)
		const row = page.getByRole('row', { name: title })
		await expect(row).toContainText(String(enrolled))
		await expectAccessible(page)
		// A tablet has room for the table.
		const isTable = () =>
			page.locator('.table-of-numbers').evaluateAll((tables) =>
				tables.map((table) => {
					const card = table.parentElement as HTMLElement
					const row = table.querySelector('tbody tr') as HTMLElement
					return getComputedStyle(row).display === 'table-row' && card.scrollWidth <= card.clientWidth
				}),
			)
		expect(await isTable()).toEqual([width > 390])
		await row.getByRole('link', { name: title }).click()
		await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
		await expect(page.getByText(/^As of .*Updated within minutes\.$/)).toBeVisible()
		expect(await isTable()).toEqual(Array(1 + quizzes.length).fill(width > 390))
		for (const module of modules)
			await expect(
				page.getByRole('table', { name: /^Modules/ }).getByRole('cell', { name: module.title }),
			).toBeVisible()
		for (const quiz of quizzes) await expect(page.getByRole('heading', { name: quiz.title })).toBeVisible()
		await page.getByText('As a table').click()
		await expect(page.getByRole('table', { name: /by month$/ }).getByRole('row')).toHaveCount(13)
		await expectAccessible(page)
		const saving = page.waitForEvent('download')
		await page.getByRole('link', { name: 'Save as CSV' }).click()
		const file = await readFile(await (await saving).path(), 'utf8')
		expect(file).toContain(`"${title}"`)
	})

test('an unknown course has no statistics', async ({ page, signInAs, allowProblem }) => {
	allowProblem(/status of 404/)
	await signInAs('admin')
	await page.goto('/admin/figures/nobody')
	await expect(page.getByRole('link', { name: 'Back to Courses' })).toHaveAttribute('href', '/admin/figures')
})
