import type { Page } from 'playwright/test'
import { demoAccounts, demoPassword } from '#src/app/seed/accounts.ts'
import { awake, expect, test } from '../support/fixtures.ts'
import { holdAfter } from '../support/slow-front.ts'

// Input on a slow connection, before the scripts have loaded: typing, selecting and pressing must take effect.

/** Opens a page whose islands hydrate only when the returned function is called. */
async function openUnhydrated(page: Page, path: string): Promise<() => Promise<void>> {
	let release = () => {}
	const released = new Promise<void>((resolve) => {
		release = resolve
	})
	await page.route('**/_astro/*.js', async (route) => {
		await released
		await route.continue()
	})
	await page.goto(path, { waitUntil: 'commit' })
	return async () => {
		await expect(page.locator('main astro-island[ssr]').first()).toBeAttached()
		release()
	}
}

test("early input in the question list's search and category is applied", async ({ page, signInAs }) => {
	await signInAs('member')
	const hydrate = await openUnhydrated(page, '/questions')
	await page.getByRole('searchbox', { name: 'Search' }).pressSequentially('padilla')
	await page.getByLabel('Category').selectOption({ label: 'Practice Specific (All)' })
	await hydrate()
	await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1)
	await expect(page.locator('mark').first()).toHaveText('Padilla')
	await expect(page).toHaveURL(/category=.*search=padilla/)
	await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('padilla')
})

test('a question started early is kept and can be continued', async ({ page, signInAs }) => {
	await signInAs('member')
	const hydrate = await openUnhydrated(page, '/questions/new')
	await page.getByLabel('Category').selectOption({ label: 'Technology' })
	await page.getByLabel('Title').pressSequentially('Which printer survives')
	const details = page.getByLabel('Question Details')
	await details.pressSequentially('Ours died in the middle ')
	await hydrate()
	await expect(page.getByRole('button', { name: 'Post Question' })).toBeEnabled()
	await details.pressSequentially('of a deadline.')
	await expect(details).toHaveValue('Ours died in the middle of a deadline.')
	await page.unrouteAll()
	// The draft has the text, so the form state does too, not only the field.
	await page.reload()
	await expect(details).toHaveValue('Ours died in the middle of a deadline.')
	await expect(page.getByLabel('Title')).toHaveValue('Which printer survives')
	await expect(page.getByLabel('Category').locator('option:checked')).toHaveText('Technology')
	await page.getByLabel('Title').fill('')
	await details.fill('')
	await page.getByLabel('Category').selectOption('')
})

test('a question page keeps an early comment, an early follow and an early press', async ({ page, signInAs }) => {
	await signInAs('admin')
	const answer = await page.request.get('/api/questions?search=calls%20after%20six')
	const [{ id }] = await answer.json()
	const hydrate = await openUnhydrated(page, `/questions/${id}`)
	await page.getByLabel('Your comment').pressSequentially('Not even when it rings twice.')
	await page.getByRole('button', { name: 'Mute', exact: true }).click()
	await page.getByRole('button', { name: 'Delete', exact: true }).click()
	await hydrate()
	const dialog = page.getByRole('alertdialog', { name: 'Delete this question?' })
	await expect(dialog).toBeVisible()
	await dialog.getByRole('button', { name: 'Cancel' }).click()
	await expect(page.getByText('Muted: no emails, no notifications.')).toBeVisible()
	await page.unrouteAll()
	await page.reload()
	await expect(page.getByRole('button', { name: 'Muted', exact: true })).toHaveAttribute('aria-pressed', 'true')
	await expect(page.getByLabel('Your comment')).toHaveValue('Not even when it rings twice.')
	await page.getByLabel('Your comment').fill('')
})

test('a switch pressed early toggles exactly once', async ({ page, signInAs }) => {
	await signInAs('admin')
	const hydrate = await openUnhydrated(page, '/account/notifications')
	const reminders = page.getByRole('checkbox', { name: 'Coaching reminders' })
	const isOn = await reminders.isChecked()
	await reminders.click()
	await hydrate()
	await expect(page.getByText('Preferences saved', { exact: true })).toBeVisible()
	await expect(reminders).toBeChecked({ checked: !isOn })
	await page.unrouteAll()
	await page.reload()
	await expect(reminders).toBeChecked({ checked: !isOn })
})

test('an email and password typed early are used to sign in, and the password can be shown', async ({ page }) => {
	const hydrate = await openUnhydrated(page, '/auth')
	await page.getByLabel('Email').pressSequentially(demoAccounts.member.email)
	const password = page.getByLabel('Password', { exact: true })
	await password.pressSequentially(demoPassword)
	await page.getByRole('button', { name: 'Show password' }).click()
	await hydrate()
	await expect(password).toHaveAttribute('type', 'text')
	await expect(password).toHaveValue(demoPassword)
	await page.getByRole('button', { name: 'Login' }).click()
	await expect(page).toHaveURL('/dashboard')
})

for (const way of ['a press of the button', 'Enter in the password'] as const)
	test(`a sign-in submitted before hydration is sent after it: by ${way}`, async ({ page }) => {
		let sent = 0
		page.on('request', (request) => {
			if (request.method() === 'POST') sent += 1
		})
		const hydrate = await openUnhydrated(page, '/auth')
		await page.getByLabel('Email').pressSequentially(demoAccounts.member.email)
		const password = page.getByLabel('Password', { exact: true })
		await password.pressSequentially(demoPassword)
		if (way === 'Enter in the password') await password.press('Enter')
		else {
			// Disabled until the CSRF token arrives, so the browser fires no click: press with the mouse, twice.
			const box = await page.getByRole('button', { name: 'Login' }).boundingBox()
			if (!box) throw new Error('no button')
			for (let times = 2; times > 0; times--) await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
		}
		await hydrate()
		await expect(page).toHaveURL('/dashboard')
		expect(sent).toBe(1)
	})

test('a sign-in submitted before the CSRF token arrives is sent with it', async ({ page }) => {
	let release = () => {}
	const tokenReleased = new Promise<void>((done) => {
		release = done
	})
	await page.route('**/api/csrf-token', async (route) => {
		await tokenReleased
		await route.continue()
	})
	await page.goto('/auth')
	await awake(page)
	await page.getByLabel('Email').fill(demoAccounts.member.email)
	const password = page.getByLabel('Password', { exact: true })
	await password.fill(demoPassword)
	await password.press('Enter')
	release()
	await expect(page).toHaveURL('/dashboard')
})

test('an application draft of this tab is restored without interaction', async ({ page }) => {
	await page.goto('/apply')
	await page.getByLabel('Full name').fill('Dana Whitfield')
	await expect(page.getByRole('checkbox', { name: /robot/ })).toBeVisible()
	await page.getByLabel('Firm name').fill('Whitfield Law')
	await page.goto('/auth')
	await page.goto('/apply')
	await expect(page.getByLabel('Full name')).toHaveValue('Dana Whitfield')
	await expect(page.getByLabel('Firm name')).toHaveValue('Whitfield Law')
})

for (const path of ['/auth', '/forgot-password', '/questions/new', '/admin/users/import'])
	test(`text typed on ${path} survives leaving the page and going back, before and after hydration`, async ({
		page,
		signInAs,
	}) => {
		if (!/^.(auth|forgot)/.test(path)) await signInAs('admin')
		const field = page.getByRole('main').locator('input[type=email], textarea').first()
		const leaveAndReturn = async (typed: string) => {
			await field.fill(typed)
			await page.goto('/robots.txt')
			// Do not wait for the load event: the scripts may be held.
			await page.goBack({ waitUntil: 'commit' })
			await expect(field).toHaveValue(typed)
		}
		const hydrate = await openUnhydrated(page, path)
		await leaveAndReturn('early@example.com')
		await hydrate()
		await page.unrouteAll()
		await field.focus()
		await awake(page)
		await expect(field).toHaveValue('early@example.com')
		await leaveAndReturn('late@example.com')
		await awake(page)
		await field.press('End')
		await expect(field).toHaveValue('late@example.com')
		await field.fill('')
	})

test("a dialog's text survives a reload, and is removed when the dialog closes", async ({ page, signInAs }) => {
	await signInAs('admin')
	await page.goto('/admin/users')
	await awake(page)
	const open = () => page.getByRole('button', { name: 'Add New User' }).click()
	const name = page.getByRole('dialog').getByLabel('Name')
	await open()
	await name.fill('Dana Whitfield')
	await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill('long-enough')
	await page.reload()
	await open()
	await expect(name).toHaveValue('Dana Whitfield')
	await expect(page.getByRole('dialog').getByLabel('Password', { exact: true })).toHaveValue('')
	await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
	await open()
	await expect(name).toHaveValue('')
})

test("a field's early choice takes effect while the rest of the page is loading", async ({
	page,
	signInAs,
	baseURL,
}) => {
	await signInAs('admin')
	const front = await holdAfter(baseURL ?? '', '</select>')
	await page.goto(`${front.url}/admin/moderation`, { waitUntil: 'commit' })
	await page.getByLabel('Show', { exact: true }).selectOption('question')
	front.release()
	await expect(page).toHaveURL(`${front.url}/admin/moderation?kind=question`)
	await expect(page.getByRole('main').getByRole('row').filter({ hasText: 'Comment on a question' })).toHaveCount(0)
	front.stop()
})

test("an admin's early press polls the feed", async ({ page, signInAs }) => {
	await signInAs('admin')
	const hydrate = await openUnhydrated(page, '/admin')
	await page.getByRole('button', { name: 'Check for new episodes' }).click()
	await hydrate()
	await expect(page.getByText('The feed has not changed')).toBeVisible()
})

test('an episode pressed before hydration plays, even after a double press', async ({ page }) => {
	const hydrate = await openUnhydrated(page, '/')
	const player = page.getByRole('region', { name: 'Podcast player' })
	// Set the volume at a quarter of its track.
	const track = player.locator('[data-slider]').last()
	const { width, height } = (await track.boundingBox()) ?? { width: 0, height: 0 }
	await track.click({ position: { x: width / 4, y: height / 2 } })
	await page.getByRole('button', { name: 'Play Hiring the first assistant' }).click({ clickCount: 2 })
	await hydrate()
	await expect(player.getByText('Now playing', { exact: true })).toBeVisible()
	await expect(player.getByRole('heading')).toHaveText('Hiring the first assistant')
	const volume = Number(await player.getByRole('slider', { name: 'Volume' }).getAttribute('aria-valuenow'))
	expect(volume).toBeGreaterThan(0.15)
	expect(volume).toBeLessThan(0.35)
})

/** Returns the files that an island loads, according to the page. Runs in the page. */
const filesOf = (element: Element) => {
	const list = JSON.parse(document.getElementById('island-imports')?.textContent ?? '{}') as Record<string, string[]>
	const files = ['component-url', 'renderer-url'].map((name) => element.getAttribute(name) ?? '')
	return files.flatMap((file) => [file, ...(list[file] ?? []).map((name) => `/_astro/${name}`)])
}

test('the first press requests all files of the player at the same time', async ({ page }) => {
	const requested = new Set<string>()
	let release = () => {}
	const released = new Promise<void>((resolve) => {
		release = resolve
	})
	await page.route('**/_astro/*.js', async (route) => {
		requested.add(new URL(route.request().url()).pathname)
		await released
		await route.continue()
	})
	await page.setViewportSize({ width: 390, height: 600 })
	await page.goto('/', { waitUntil: 'commit' })
	const playButton = page.getByRole('button', { name: 'Play Hiring the first assistant' })
	await expect(playButton).toBeAttached()
	const beforePress = new Set(requested)
	await playButton.click()
	// Sequential loading would add a round trip for each file on a slow connection.
	const needed = await page.locator('astro-island:has([aria-label="Podcast player"])').evaluate(filesOf)
	expect(needed.length).toBeGreaterThan(10)
	await expect.poll(() => needed.filter((file) => !requested.has(file))).toEqual([])
	// A page that is only read loads none of them.
	expect(needed.filter((file) => /Player|client|react/.test(file) && beforePress.has(file))).toEqual([])
	const atOnce = new Set(requested)
	release()
	await expect(
		page.getByRole('region', { name: 'Podcast player' }).getByText('Now playing', { exact: true }),
	).toBeVisible()
	// The player bar and the router load once playback has begun, and the club preview when it is near the viewport.
	const playerBarFiles = await page.locator('astro-island[component-export="PlayerBar"]').evaluate(filesOf)
	const laterFiles = [...requested].filter((file) => !atOnce.has(file) && !playerBarFiles.includes(file))
	expect(laterFiles.filter((file) => !/\/(?:router|enter-value|inside-club)\./.test(file))).toEqual([])
})

test("a phone's menu and a module's tabs need one press", async ({ page }) => {
	await page.setViewportSize({ width: 390, height: 844 })
	const hydrate = await openUnhydrated(page, '/courses/005-client-intake')
	const reading = page.getByRole('article', { name: 'Who is calling, and why now', exact: true })
	await reading.getByRole('tab', { name: 'Discussion' }).click()
	await page.getByRole('button', { name: 'Menu' }).click()
	await hydrate()
	await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Apply' })).toBeVisible()
	await expect(reading.getByText('Please log in to participate in discussions.')).toBeVisible()
})
