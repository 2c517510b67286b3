import { awake, expect, test } from '../support/fixtures.ts'
import { publishCourse } from '../support/publish-course.ts'
import { send } from '../support/send.ts'

// A course's slug URL on a phone.

test.use({ viewport: { width: 390, height: 844 } })

test('a course is the same page at its id and its slug, even after a rename, and 404 at both once deleted', async ({
	page,
	request,
	signInAs,
	baseURL,
	allowProblem,
}) => {
	allowProblem(/404/)
	await signInAs('admin')
	const title = 'Closing a file on a Friday'
	const content = '<p>The last letter says what is kept, and for how long.</p>'
	const id = await publishCourse(page, title, [{ title: 'The last letter', description: 'What it says.', content }])
	const bodyAt = async (path: string) => (await request.get(path)).text()
	const canonical = async () => (await page.locator('link[rel="canonical"]').getAttribute('href')) ?? ''

	await page.goto(`/courses/${id}`)
	await expect(page).toHaveURL(`/courses/${id}`)
	const address = await canonical()
	const named = new URL(address).pathname
	expect(named).toMatch(/^\/courses\/closing-a-file-on-a-friday/)
	expect(await bodyAt(named)).toBe(await bodyAt(`/courses/${id}`))
	await expect(page.locator('meta[property="og:url"]')).toHaveAttribute('content', address)
	const { url } = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '')
	expect(url).toBe(address)
	const sitemap = await bodyAt('/sitemap.xml')
	expect(sitemap).toContain(`<loc>${address}</loc>`)
	expect(sitemap).not.toContain(id)

	await send(page, 'PUT', `/api/courses/${id}`, { title: 'Closing a file on a Monday' })
	await expect.poll(() => bodyAt(named)).toContain('on a Monday')
	const addresses: string[] = []
	for (const path of [named, `/courses/${id}`]) {
		await page.goto(path)
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Closing a file on a Monday')
		addresses.push(await canonical())
	}
	const renamed = new URL(addresses[0] ?? '').pathname
	expect(renamed).toMatch(/^\/courses\/closing-a-file-on-a-monday/)
	expect(addresses).toEqual([baseURL + renamed, baseURL + renamed])

	await send(page, 'PUT', `/api/courses/${id}`, { isPublished: false })
	for (const path of [named, renamed, `/courses/${id}`]) {
		expect((await request.get(path)).status(), path).toBe(404)
		await page.goto(path)
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Course Not Found')
	}
})

test('a member learns at the slug URL as at the id URL', async ({ page, signInAs }) => {
	await page.goto('/courses/005-client-intake')
	const address = new URL((await page.locator('link[rel="canonical"]').getAttribute('href')) ?? '').pathname
	expect(address).toMatch(/^\/courses\/[a-z-]+$/)
	await page.goto(address)
	await page.getByRole('link', { name: 'Sign in to enroll' }).first().click()
	await expect(page).toHaveURL(`/auth?next=${address}`)
	await signInAs('member')
	const modules: Array<{ id: string; title: string }> = await (
		await page.request.get('/api/courses/005-client-intake/modules')
	).json()
	const second = modules[1]
	await page.goto(`${address}?m=${second?.id}`)
	await awake(page)
	await expect(page.getByRole('heading', { name: second?.title ?? '' })).toBeInViewport()
	await expect(page.getByRole('button', { name: /^(Completed|Mark Complete)/ }).first()).toBeVisible()
	await expect(page).toHaveURL(`${address}?m=${second?.id}`)
})
