import type { Page } from 'playwright/test'
import { demoAccounts, demoPassword } from '#src/app/seed/accounts.ts'
import { awake, expect, expectAccessible, signOut, test } from '../support/fixtures.ts'

async function submit(page: Page, email: string, password: string): Promise<void> {
	await page.getByLabel('Email').fill(email)
	await page.getByLabel('Password').fill(password)
	await page.getByRole('button', { name: 'Login' }).click()
}

/** Waits for the CSRF token, which enables the button. The form hydrates on its first interaction. */
async function openAuth(page: Page): Promise<void> {
	await page.goto('/auth')
	await page.getByLabel('Email').focus()
	await expect(page.getByRole('button', { name: 'Login' })).toBeEnabled()
}

test('validates on submit first, then on change', async ({ page }) => {
	await openAuth(page)
	await expect(page.getByRole('heading', { name: 'Login to Your Account' })).toBeVisible()
	await expect(page.getByText('Access your courses and learning materials')).toBeVisible()
	await page.getByLabel('Email').fill('not an address')
	await page.getByLabel('Password').focus()
	await expect(page.getByText('Invalid email address')).toBeHidden()
	await page.getByRole('button', { name: 'Login' }).click()
	await expect(page.getByText('Invalid email address')).toBeVisible()
	await expect(page.getByText('Password is required')).toBeVisible()
	await expect(page.getByLabel('Email')).toBeFocused()
	await expectAccessible(page)
	await page.getByLabel('Email').fill('a@example.com')
	await expect(page.getByText('Invalid email address')).toBeHidden()
	await page.getByLabel('Password').fill('x')
	await expect(page.getByText('Password is required')).toBeHidden()
})

test('a wrong password shows the alert and the toast and keeps the input', async ({ page, allowProblem }) => {
	allowProblem(/status of 401/)
	await openAuth(page)
	await submit(page, 'nobody@example.com', 'wrong')
	await expect(page.getByRole('alert').filter({ hasText: 'Invalid email or password' })).toBeVisible()
	await expect(page.getByText('Login failed', { exact: true })).toBeVisible()
	await expect(page.getByLabel('Email')).toHaveValue('nobody@example.com')
	await expect(page.getByRole('button', { name: 'Login' })).toBeEnabled()
	await expectAccessible(page)
})

test('a visitor who opens an admin screen lands on the home page, which links to it through the sign-in', async ({
	page,
}) => {
	await page.goto('/admin/users?role=admin')
	await expect(page).toHaveURL('/')
	const link = page.getByRole('alert').getByRole('link', { name: 'Sign in to open the admin area' })
	await expect(link).toHaveAttribute('href', '/auth?next=/admin/users%3Frole%3Dadmin')
	await expectAccessible(page)
	// The link is shown once: opening the home page again is not a request for the admin area.
	await page.reload()
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
	await expect(link).toHaveCount(0)
	await page.goto('/admin/users?role=admin')
	await link.click()
	await page.getByLabel('Email').focus()
	await submit(page, demoAccounts.admin.email, demoPassword)
	await expect(page).toHaveURL('/admin/users?role=admin')
})

test('the well-known URL for password managers redirects to the password change', async ({ page, signInAs }) => {
	const reply = await page.request.get('/.well-known/change-password', { maxRedirects: 0 })
	expect([reply.status(), reply.headers().location]).toEqual([302, '/change-password'])
	await signInAs('member')
	await page.goto('/.well-known/change-password')
	await expect(page).toHaveURL('/change-password')
})

test('the button shows the pending state', async ({ page }) => {
	let answer = () => {}
	const answered = new Promise<void>((resolve) => {
		answer = resolve
	})
	await page.route('**/api/login', async (route) => {
		await answered
		await route.fulfill({ status: 503, contentType: 'text/plain', body: 'Later' })
	})
	await openAuth(page)
	await submit(page, 'a@example.com', 'x')
	const busy = page.getByRole('button', { name: 'Logging in...' })
	await expect(busy).toBeDisabled()
	await page.unrouteAll({ behavior: 'ignoreErrors' })
	answer()
})

for (const [role, path, heading] of [
	['member', '/dashboard', 'Your Learning Dashboard'],
	['admin', '/admin', 'Admin Dashboard'],
] as const)
	test(`signing in as ${role} opens ${path} with a welcome, and logging out opens the home page`, async ({ page }) => {
		const { name, email } = demoAccounts[role]
		await openAuth(page)
		await submit(page, email, demoPassword)
		await expect(page).toHaveURL(path)
		await expect(page.getByRole('heading', { name: heading })).toBeVisible()
		await expect(page.getByText('Logged in successfully').first()).toBeVisible()
		await expect(page.getByText(`Welcome back, ${name}!`).first()).toBeVisible()

		// The sign-in screen redirects a signed-in member.
		await page.goto('/auth')
		await expect(page).toHaveURL(path)

		// An invitation link may belong to another person at the same computer.
		await page.goto('/reset-password?token=of-somebody-else')
		await expect(page.getByText(`You are signed in here as ${name}.`)).toBeVisible()

		// A static page shows the account too, although its HTML is the same for everyone.
		await page.goto('/')
		await expect(page.getByRole('main').getByRole('link', { name: 'Apply for Membership' })).toBeHidden()
		await page.getByRole('button', { name: 'Account menu' }).click()
		await expect(page.getByText(email)).toBeVisible()
		await page.getByRole('button', { name: 'Log out' }).click()
		await expect(page.getByText('Logged out successfully').first()).toBeVisible()
		await expect(page).toHaveURL('/')
		await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
		expect(await page.evaluate(() => localStorage.getItem('second-chair:user'))).toBeNull()
		await page.goto(path)
		await expect(page).toHaveURL(role === 'admin' ? '/' : '/auth')
	})

test('guards send visitors to the sign-in page and members from the admin area to the home page', async ({
	page,
	signInAs,
}) => {
	await page.goto('/dashboard')
	await expect(page).toHaveURL('/auth')
	await page.goto('/admin')
	await expect(page).toHaveURL('/')
	await signInAs('member')
	await page.goto('/admin')
	await expect(page).toHaveURL('/')
})

test('a guarded page reopens after the sign-in at the requested position', async ({ page, context }) => {
	const other = await context.newPage()
	await other.goto('/questions/new')
	await expect(other).toHaveURL('/auth?next=/questions/new')
	await page.goto('/account/notifications#content')
	await expect(page).toHaveURL('/auth?next=/account/notifications#content')
	await expect(page.getByText('Please sign in to see the page you asked for.')).toBeVisible()
	await expectAccessible(page)
	await submit(page, demoAccounts.member.email, demoPassword)
	await expect(page).toHaveURL('/account/notifications#content')
	// Another tab that shows the sign-in page also continues.
	await expect(other).toHaveURL('/questions/new')
	await other.close()
	// A signed-in member is redirected, but never to a page of another role or another site.
	for (const [next, path] of [
		['/questions?search=court', '/questions?search=court'],
		['/admin/applications', '/dashboard'],
		['//evil.example/questions', '/dashboard'],
	] as const) {
		await page.goto(`/auth?next=${encodeURIComponent(next)}`)
		await expect(page).toHaveURL(path)
	}
	await signOut(page.context())
	await page.goto('/auth?next=/admin/applications')
	await submit(page, demoAccounts.admin.email, demoPassword)
	await expect(page).toHaveURL('/admin/applications')
})

test('an expired session shows a message during work with a link back to it', async ({
	page,
	context,
	signInAs,
	allowProblem,
}) => {
	allowProblem(/status of 401/)
	await signInAs('member')
	await page.goto('/account')
	await awake(page)
	await page.getByLabel('Username').fill('somebody-else')
	const session = (await context.cookies()).filter(({ name }) => name === 'session')
	await context.addCookies(session.map((cookie) => ({ ...cookie, value: `u.${'x'.repeat(43)}` })))
	await page.getByRole('button', { name: 'Save' }).click()
	const notice = page.getByRole('alert').filter({ hasText: 'You have been signed out.' })
	await expect(notice).toBeVisible()
	await expect(page.getByLabel('Username')).toHaveValue('somebody-else')
	await expectAccessible(page)
	await notice.getByRole('link', { name: 'Sign in again' }).click()
	await expect(page).toHaveURL('/auth?next=/account')
	await expect(page.getByText('You have been signed out. Sign in again to continue where you were.')).toBeVisible()
	await signInAs('member')
	await page.goto('/auth?next=/account')
	await expect(page).toHaveURL('/account')
	await expect(page.getByLabel('Username')).toHaveValue('somebody-else')
	await expect(page.getByText('Not saved yet.')).toBeVisible()
})

test('a sign-in from a course returns to it', async ({ page }) => {
	await page.goto('/courses')
	// Skip courses of other tests that are for members only or have no modules: they offer no enrollment.
	const open = page.getByRole('article').filter({ hasNotText: /Members|\b0 modules/ })
	await open.getByRole('link', { name: 'View Course' }).first().click()
	const enroll = page.getByRole('link', { name: 'Sign in to enroll' })
	await expect(enroll).toBeVisible()
	const course = new URL(page.url()).pathname
	await enroll.click()
	await expect(page).toHaveURL(`/auth?next=${course}`)
})

test('the admin dashboard shows statistics and the state of the feed', async ({ page, signInAs }) => {
	await signInAs('admin')
	await page.goto('/admin')
	for (const name of ['Total Users', 'Admin Users', 'Regular Users']) await expect(page.getByText(name)).toBeVisible()
	await page.getByRole('button', { name: 'Check for new episodes' }).click()
	await expect(page.getByText('The feed has not changed')).toBeVisible()
	await expectAccessible(page)
})

test('menus work by keyboard and on a phone', async ({ page, signInAs }) => {
	await signInAs('admin')
	await page.goto('/')
	const adminMenu = page.getByRole('button', { name: 'Admin', exact: true })
	await adminMenu.focus()
	await page.keyboard.press('Enter')
	await expect(page.getByRole('link', { name: 'Users', exact: true })).toBeVisible()
	await page.keyboard.press('Escape')
	await expect(page.getByRole('link', { name: 'Users', exact: true })).toBeHidden()
	await expect(adminMenu).toBeFocused()

	await page.setViewportSize({ width: 390, height: 844 })
	const menu = page.getByRole('button', { name: 'Menu', exact: true })
	await menu.click()
	const nav = page.getByRole('navigation', { name: 'Main' })
	for (const name of [
		'Home',
		'Courses',
		'Questions',
		'Coaching',
		'Dashboard',
		'Users',
		'Applications',
		'Mail',
		'Audit',
	])
		await expect(nav.getByRole('link', { name, exact: true }).first()).toBeVisible()
	await expectAccessible(page)
	await page.keyboard.press('Escape')
	await expect(menu).toBeFocused()

	await page.goto('/admin/mail')
	await menu.click()
	await expect(nav.locator('[aria-current]:visible')).toHaveText(['Mail'])
	await page.setViewportSize({ width: 1280, height: 800 })
	await expect(nav.locator('[aria-current]:visible')).toHaveText(['Admin'])
	await page.getByRole('button', { name: 'Account menu' }).click()
	await page.getByRole('link', { name: 'Email settings' }).click()
	await expect(page).toHaveURL('/account/notifications')
})

test('the password can be shown and is hidden again on submit', async ({ page, allowProblem }) => {
	allowProblem(/status of 401/)
	await openAuth(page)
	// Even a part of the label matches only one element.
	const field = page.getByLabel(/password/i)
	const button = page.getByRole('button', { name: 'Show password' })
	await page.getByLabel('Email').fill('nobody@example.com')
	await field.pressSequentially('brss lamp')
	for (let step = 0; step < 7; step++) await page.keyboard.press('ArrowLeft')
	await button.click()
	await expect(field).toHaveAttribute('type', 'text')
	await expect(field).toBeFocused()
	await expect(button).toHaveAttribute('aria-pressed', 'true')
	await expectAccessible(page)
	await page.keyboard.type('a')
	await expect(field).toHaveValue('brass lamp')
	await page.keyboard.press('Enter')
	await expect(page.getByRole('alert').filter({ hasText: 'Invalid email or password' })).toBeVisible()
	await expect(field).toHaveAttribute('type', 'password')
	await expect(field).toHaveValue('brass lamp')
})
