import { awake, expect, test } from '../support/fixtures.ts'
import { publishCourse } from '../support/publish-course.ts'
import { send } from '../support/send.ts'

// A course's slug URL on a phone.

test.use({ viewport: { width: 390, height: 844 } })

test('a course is the same page at its id and its slug, even after a rename, and 404 at both once unpublished', async ({
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
	const canonicalUrl = await canonical()
	const slugPath = new URL(canonicalUrl).pathname
	expect(slugPath).toMatch(/^\/courses\/closing-a-file-on-a-friday/)
	expect(await bodyAt(slugPath)).toBe(await bodyAt(`/courses/${id}`))
	await expect(page.locator('meta[property="og:url"]')).toHaveAttribute('content', canonicalUrl)
	const { url } = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '')
	expect(url).toBe(canonicalUrl)
	const sitemap = await bodyAt('/sitemap.xml')
	expect(sitemap).toContain(`<loc>${canonicalUrl}</loc>`)
	expect(sitemap).not.toContain(id)

	await send(page, 'PUT', `/api/courses/${id}`, { title: 'Closing a file on a Monday' })
	await expect.poll(() => bodyAt(slugPath)).toContain('on a Monday')
	const canonicalUrls: string[] = []
	for (const path of [slugPath, `/courses/${id}`]) {
		await page.goto(path)
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Closing a file on a Monday')
		canonicalUrls.push(await canonical())
	}
	const newSlugPath = new URL(canonicalUrls[0] ?? '').pathname
	expect(newSlugPath).toMatch(/^\/courses\/closing-a-file-on-a-monday/)
	expect(canonicalUrls).toEqual([baseURL + newSlugPath, baseURL + newSlugPath])

	await send(page, 'PUT', `/api/courses/${id}`, { isPublished: false })
	for (const path of [slugPath, newSlugPath, `/courses/${id}`]) {
		expect((await request.get(path)).status(), path).toBe(404)
		await page.goto(path)
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Course Not Found')
	}
})

test('a member can learn at the slug URL just as at the id URL', async ({ page, signInAs }) => {
	await page.goto('/courses/005-client-intake')
	const slugPath = new URL((await page.locator('link[rel="canonical"]').getAttribute('href')) ?? '').pathname
	expect(slugPath).toMatch(/^\/courses\/[a-z-]+$/)
	await page.goto(slugPath)
	await page.getByRole('link', { name: 'Sign in to enroll' }).first().click()
	await expect(page).toHaveURL(`/auth?next=${slugPath}`)
	await signInAs('member')
	const modules: Array<{ id: string; title: string }> = await (
		await page.request.get('/api/courses/005-client-intake/modules')
	).json()
	const second = modules[1]
	await page.goto(`${slugPath}?m=${second?.id}`)
	await awake(page)
	await expect(page.getByRole('heading', { name: second?.title ?? '' })).toBeInViewport()
	await expect(page.getByRole('button', { name: /^(Completed|Mark Complete)/ }).first()).toBeVisible()
	await expect(page).toHaveURL(`${slugPath}?m=${second?.id}`)
})
