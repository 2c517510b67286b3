import type { Page } from 'playwright/test'
import { awake, expect, test } from '../support/fixtures.ts'
import { publishCourse } from '../support/publish-course.ts'

// Missing scripts, as in a tab that was opened several releases ago, or on a broken connection.

/** Makes requests fail for scripts whose file name contains `name`. */
const blockScripts = (page: Page, name: string) =>
	page.route(new RegExp(`/_astro/[^/]*${name}[^/]*\\.js`), (route) => route.fulfill({ status: 404, body: 'Not found' }))

test('a discussion whose script is missing shows an error, and the rest of the course works', async ({
	page,
	signInAs,
	allowProblem,
}) => {
	allowProblem(/Discussion|404/)
	await signInAs('admin')
	const module = {
		title: 'The call',
		description: 'Who calls and why.',
		type: 'text',
		content: '<p>Who calls, and why they do.</p>',
	}
	const id = await publishCourse(page, 'A course from before the update', [module])
	await page.goto(`/courses/${id}`)
	await awake(page)
	await blockScripts(page, 'Discussion')
	await page.getByRole('tab', { name: 'Discussion' }).first().click()
	await expect(page.getByText('Part of this page could not be loaded.')).toBeVisible()
	await expect(page.getByRole('button', { name: 'Enroll in Course' }).first()).toBeVisible()
	await page.unrouteAll()
	const loaded = page.waitForEvent('load')
	await page.getByRole('button', { name: 'Reload the page' }).click()
	await loaded
	await awake(page)
	await page.getByRole('tab', { name: 'Discussion' }).first().click()
	await expect(page.getByLabel('Add a comment')).toBeVisible()
})

test('a form whose script is missing shows an error above the page with a reload link', async ({
	page,
	allowProblem,
}) => {
	allowProblem(/SignIn|404/)
	await page.goto('/auth')
	await blockScripts(page, 'SignIn')
	await page.getByRole('textbox', { name: 'Email' }).fill('dana@example.com')
	const notice = page.getByRole('alert').filter({ hasText: 'Part of this page could not be loaded.' })
	await expect(notice).toBeVisible()
	await page.unrouteAll()
	const loaded = page.waitForEvent('load')
	await notice.getByRole('link', { name: 'Reload the page' }).click()
	await loaded
	await awake(page)
	await expect(notice).toHaveCount(0)
	await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('dana@example.com')
})

for (const path of ['/apply', '/questions/new'])
	test(`${path} without any script shows a message and keeps typed text through a reload`, async ({
		page,
		signInAs,
		allowProblem,
	}) => {
		allowProblem(/404|hydrating/)
		if (path !== '/apply') await signInAs('member')
		await blockScripts(page, '')
		await page.goto(path)
		const field = page.getByRole('main').getByRole('textbox').first()
		await field.fill('Words for later')
		await field.press('Enter')
		const notice = page.getByRole('alert').filter({ hasText: 'Part of this page could not be loaded.' })
		await expect(notice).toContainText('What you typed stays')
		const reload = () => notice.getByRole('link', { name: 'Reload the page' }).click()
		let loaded = page.waitForEvent('load')
		await reload()
		await loaded
		await expect(field).toHaveValue('Words for later')
		await field.press('Enter')
		await expect(notice).toBeVisible()
		await page.unrouteAll()
		loaded = page.waitForEvent('load')
		await reload()
		await loaded
		await field.focus()
		await awake(page)
		await expect(field).toHaveValue('Words for later')
		await field.press('End')
		await field.pressSequentially('.')
		await page.reload()
		await expect(field).toHaveValue('Words for later.')
		await field.fill('')
	})

test('a press on a page whose scripts do not arrive shows that the page is loading', async ({ page }) => {
	await page.clock.install()
	let release = () => {}
	const released = new Promise<void>((done) => {
		release = done
	})
	await page.route('**/_astro/*.js', async (route) => {
		await released
		await route.continue()
	})
	await page.goto('/auth', { waitUntil: 'commit' })
	await page.getByLabel('Email').fill('dana@example.com')
	await page.getByRole('button', { name: 'Show password' }).click()
	await page.clock.runFor(9_000)
	const notice = page.getByText('This page is still loading, so nothing could be sent yet.')
	await expect(notice).toBeVisible()
	release()
	await page.clock.resume()
	await expect(notice).toHaveCount(0)
	await expect(page.getByLabel('Email')).toHaveValue('dana@example.com')
})

test('a first toast that fails to load does not break later ones', async ({ page, signInAs, allowProblem }) => {
	allowProblem(/ERR_INTERNET_DISCONNECTED|Toaster/)
	await signInAs('member')
	await page.goto('/account/notifications')
	await awake(page)
	const mentions = page.getByRole('checkbox', { name: 'Mentions' })
	await page.context().setOffline(true)
	const hydrationFailed = page.waitForEvent('console', (line) => line.text().includes('Error hydrating'))
	// After the failure the box is checked again.
	await mentions.click()
	await hydrationFailed
	await page.context().setOffline(false)
	await expect(mentions).toBeChecked()
	await mentions.uncheck()
	await expect(page.getByText('Preferences saved', { exact: true })).toBeVisible()
	await expect(page.getByText('Part of this page could not be loaded.')).toHaveCount(0)
	await mentions.check()
	await expect(mentions).toBeEnabled()
})
