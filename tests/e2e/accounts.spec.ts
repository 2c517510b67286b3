import type { Page } from 'playwright/test'
import { demoAccounts } from '#db/seed/accounts.ts'
import { adminLinks } from '#src/components/site/navigation.ts'
import { startSmtp } from '#tests/support/smtp.ts'
import { awake, expect, test } from './support/fixtures.ts'

const PASSWORD = 'oak table by the window'
const GOALS = 'A colleague to ask before I file.'

const button = (page: Page, name: string | RegExp) =>
	page.getByRole('button', { name, exact: typeof name === 'string' })
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

/** The toast on the screen; what screen readers hear of it stands apart. */
const toast = (page: Page, text: string) => page.getByText(text, { exact: true })

async function solveCaptcha(page: Page): Promise<void> {
	await page.getByRole('checkbox', { name: /robot/ }).press('Space')
	// The browser works for it, on a busy machine some seconds.
	await expect(page.getByText('Verified', { exact: true })).toBeVisible({ timeout: 30_000 })
}

async function fillApplication(page: Page, name: string, email: string): Promise<void> {
	await page.getByLabel('Full name').fill(name)
	await page.getByLabel('Email address').fill(email)
	await field(page, 'Password').fill(PASSWORD)
	await page.getByLabel('Confirm password').fill(PASSWORD)
	await page.getByLabel('Phone number').fill('+1 555 010 2030')
	await page.getByLabel('Years of experience').selectOption('3-5')
	await page.getByLabel('What are you looking for').fill(GOALS)
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
	await expect(button(page, 'Login')).toBeEnabled()
	await page.getByLabel('Email').fill(email)
	await field(page, 'Password').fill(password)
	await button(page, 'Login').click()
}

/** The focus did not fall to the top of the page with what was taken away. */
const expectFocusInMain = (page: Page) =>
	expect.poll(() => page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)

const linkIn = (text: string, path: string) => new RegExp(`http://localhost:\\d+${path}\\S*`).exec(text)?.[0] ?? ''

const APPLICATION_SENTENCES = [
	'Name is required',
	'Valid email is required',
	'Password must be at least 6 characters',
	'Please confirm your password',
	'Phone number is required',
	"Please tell us what you're looking for in membership (at least 10 characters)",
	'Please complete the captcha verification',
]

test('the form says what is missing on submit, and takes it back on change', async ({ page }) => {
	await page.goto('/apply')
	await expect(button(page, 'Submit Application')).toBeEnabled()
	await expect(page.getByRole('checkbox', { name: /robot/ })).toBeVisible()
	await page.getByLabel('Full name').fill('D')
	await page.getByLabel('Full name').blur()
	for (const sentence of APPLICATION_SENTENCES) await expect(page.getByText(sentence)).toBeHidden()
	await button(page, 'Submit Application').click()
	for (const sentence of APPLICATION_SENTENCES) await expect(page.getByText(sentence)).toBeVisible()
	await expect(page.getByLabel('Full name')).toBeFocused()
	await field(page, 'Password').fill(PASSWORD)
	await page.getByLabel('Confirm password').fill('something else')
	await expect(page.getByText('Passwords do not match')).toBeVisible()
	await field(page, 'Password').fill('something else')
	await expect(page.getByText('Passwords do not match')).toBeHidden()
	await fillApplication(page, 'Dana Whitfield', 'messages@example.com')
	await button(page, 'Submit Application').click()
	await expect(page.getByRole('checkbox', { name: /robot/ })).toBeFocused()
	await solveCaptcha(page)
	for (const sentence of [...APPLICATION_SENTENCES, 'Passwords do not match'])
		await expect(page.getByText(sentence)).toBeHidden()
})

test('a failed application keeps what was typed and asks for the captcha again; a reload keeps all but the passwords', async ({
	page,
	allowProblem,
}) => {
	allowProblem(/status of 500/)
	await page.route('**/api/apply', (route) =>
		route.fulfill({ status: 500, contentType: 'text/plain', body: 'It broke' }),
	)
	await page.goto('/apply')
	await fillApplication(page, 'Dana Whitfield', 'kept@example.com')
	await solveCaptcha(page)
	await button(page, 'Submit Application').click()
	await expect(page.getByRole('alert').filter({ hasText: '500: It broke' })).toBeVisible()
	await expect(toast(page, 'Application failed')).toBeVisible()
	await expect(field(page, 'Password')).toHaveValue(PASSWORD)
	await expect(page.getByText('Verified', { exact: true })).toBeHidden()
	await page.reload()
	await expect(page.getByLabel('Full name')).toHaveValue('Dana Whitfield')
	await expect(page.getByLabel('What are you looking for')).toHaveValue(GOALS)
	await expect(field(page, 'Password')).toHaveValue('')
})

test('from the application to a password of one’s own, over a mail server that was away', async ({
	page,
	context,
	signInAs,
}) => {
	test.setTimeout(240_000)
	const email = 'dana.journey@example.com'
	// Nobody answers at the mail server: the visitor does not notice.
	await page.goto('/apply')
	await fillApplication(page, 'Dana Journey', email)
	await solveCaptcha(page)
	await button(page, 'Submit Application').click()
	await expect(page.getByRole('heading', { name: 'Thank you for your application' })).toBeFocused()
	await expect(toast(page, 'Application submitted')).toBeVisible()
	// The thanks stand alone, and again after a reload: an empty form would look as if nothing had been sent.
	await page.reload()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you for your application')
	await expect(page.getByText('Already a member?')).toBeHidden()
	await expect(page.getByRole('heading', { name: 'Apply for Membership' })).toBeHidden()
	await page.getByRole('link', { name: 'Return to Home' }).click()
	await expect(page).toHaveURL('/')

	await signInAs('admin')
	await page.goto('/admin')
	await page.getByRole('link', { name: 'Manage Applications' }).click()
	await expect(page.getByRole('tab', { name: /^Pending \d/ })).toBeVisible()
	await button(page, 'Details: Dana Journey').click()
	await expect(page.getByRole('dialog')).toContainText(GOALS)
	await page.keyboard.press('Escape')
	await expect(button(page, 'Details: Dana Journey')).toBeFocused()
	await button(page, 'Approve: Dana Journey').click()
	const dialog = page.getByRole('alertdialog', { name: 'Approve Application' })
	await expect(dialog).toContainText('The account is activated, and the user gets an e-mail notice.')
	await dialog.getByRole('button', { name: 'Approve', exact: true }).click()
	await expect(toast(page, 'Application processed successfully')).toBeVisible()
	await expect(dialog).toBeHidden()
	await expectFocusInMain(page)
	await page.getByRole('tab', { name: /^Approved/ }).click()
	await expect(page.getByRole('row', { name: /Dana Journey/ })).toContainText('Approved')

	// What could not be sent waits, and an admin sees it.
	await page.goto('/admin/mail')
	await expect(page.getByRole('row', { name: /dana\.journey.*Application approved/ })).toBeVisible()
	const smtp = await startSmtp({ port: Number(process.env.E2E_SMTP_PORT) })
	try {
		await button(page, `Send again to ${email}`).first().click()
		await expect(toast(page, 'The mail is being sent again')).toBeVisible()
		const mailOf = async (subject: string) => {
			await expect.poll(() => smtp.to(email).map((mail) => mail.subject), { timeout: 40_000 }).toContain(subject)
			return smtp.to(email).findLast((mail) => mail.subject === subject)?.text ?? ''
		}
		await mailOf('Your application is with us')
		const approved = await mailOf('Welcome to Second Chair')

		await context.clearCookies()
		await page.goto(linkIn(approved, '/auth'))
		await signIn(page, email, PASSWORD)
		await expect(page).toHaveURL('/dashboard')

		await page.goto('/change-password')
		await expect(button(page, 'Change Password')).toBeEnabled()
		await button(page, 'Change Password').click()
		await expect(page.getByText('Current password is required')).toBeVisible()
		await expect(page.getByText('Password must be at least 8 characters')).toBeVisible()
		await page.getByLabel('Current Password').fill(PASSWORD)
		await field(page, 'New Password').fill('brass lamp on the left')
		await page.getByLabel('Confirm New Password').fill('brass lamp')
		await expect(page.getByText('Passwords do not match')).toBeVisible()
		await page.getByLabel('Confirm New Password').fill('brass lamp on the left')
		await button(page, 'Change Password').click()
		await expect(page).toHaveURL('/dashboard')
		await expect(toast(page, 'Password changed successfully')).toBeVisible()
		await mailOf('Your password was changed')

		await context.clearCookies()
		await page.goto('/auth')
		await page.getByRole('link', { name: 'Forgot password?' }).click()
		await expect(button(page, 'Send me a link')).toBeEnabled()
		await page.getByLabel('Email').fill(email)
		await button(page, 'Send me a link').click()
		await expect(page.getByText('If an account has this address')).toBeVisible()
		const reset = await mailOf('Set a new password')
		await page.goto(linkIn(reset, '/reset-password'))
		await expect(button(page, 'Set password')).toBeEnabled()
		await field(page, 'New Password').fill('second lamp on the right')
		await page.getByLabel('Confirm New Password').fill('second lamp on the right')
		await button(page, 'Set password').click()
		await expect(page).toHaveURL('/auth')
		// The link is used up, which is said before anybody thinks up another password.
		await page.goto(linkIn(reset, '/reset-password'))
		await expect(page.getByText('This link was used already or has run out.')).toBeVisible()
		await expect(field(page, 'New Password')).toHaveCount(0)
		await page.getByRole('link', { name: 'Ask for a new link' }).click()
		await expect(page).toHaveURL('/forgot-password')
		await page.getByRole('link', { name: 'Back to sign in' }).click()
		await signIn(page, email, 'second lamp on the right')
		await expect(page).toHaveURL('/dashboard')
		// Each mail came once, under an id of its own.
		const ids = smtp.mails.map(({ messageId, subject }) => `${messageId} ${subject}`)
		expect(ids).toEqual([...new Set(ids)])
	} finally {
		await smtp.close()
	}
})

test('an admin adds, edits, finds and deletes a member, and never themselves', async ({ page, signInAs }) => {
	await signInAs('admin')
	await page.goto('/admin/users')
	const own = page.getByRole('row', { name: new RegExp(demoAccounts.admin.email) })
	await expect(own.getByRole('button', { name: /^Delete/ })).toBeDisabled()

	await button(page, 'Add New User').click()
	const dialog = page.getByRole('dialog')
	await dialog.getByRole('button', { name: 'Add User' }).click()
	for (const sentence of [
		'Name must be at least 2 characters',
		'Invalid email address',
		'Password must be at least 6 characters',
	])
		await expect(dialog.getByText(sentence)).toBeVisible()
	await expect(dialog.getByText('The password is sent to the user by e-mail.')).toBeVisible()
	await dialog.getByLabel('Name').fill('Tomas Keller')
	await dialog.getByLabel('Email').fill('tomas.keller@example.com')
	await dialog.getByLabel('Password').fill(PASSWORD)
	await dialog.getByRole('button', { name: 'Add User' }).click()
	await expect(toast(page, 'User added successfully')).toBeVisible()
	const row = page.getByRole('row', { name: /tomas\.keller@example\.com/ })
	await expect(row).toContainText('Regular')

	await row.getByRole('button', { name: 'Edit Tomas Keller' }).click()
	await dialog.getByLabel('Email').fill('not an address')
	await dialog.getByRole('button', { name: 'Save Changes' }).click()
	await expect(dialog.getByText('Please enter a valid email')).toBeVisible()
	await dialog.getByLabel('Email').fill('tomas.keller@example.com')
	await dialog.getByLabel('Status').selectOption('inactive')
	await dialog.getByRole('button', { name: 'Save Changes' }).click()
	await expect(toast(page, 'User updated successfully')).toBeVisible()
	await expect(row).toContainText('Inactive')

	await page.getByLabel('Search').fill('keller')
	await page.getByLabel('Status').selectOption('inactive')
	await expect(page.getByRole('row')).toHaveCount(2)
	await page.getByLabel('Role').selectOption('admin')
	await expect(page.getByText('No users found')).toBeVisible()
	await page.getByLabel('Role').selectOption('')
	await row.getByRole('button', { name: 'Delete Tomas Keller' }).click()
	const question = page.getByRole('alertdialog', { name: 'Are you sure?' })
	await expect(question).toContainText('permanently deleted. This cannot be undone.')
	await question.getByRole('button', { name: 'Delete' }).click()
	await expect(toast(page, 'User deleted successfully')).toBeVisible()
	await expect(row).toHaveCount(0)
	await expectFocusInMain(page)

	const download = page.waitForEvent('download')
	await page.getByRole('link', { name: 'Export CSV' }).click()
	expect((await download).suggestedFilename()).toMatch(/^members-.*\.csv$/)

	await page.goto('/admin/audit')
	await expect(page.getByRole('row', { name: /Account deleted Tomas Keller/ })).toBeVisible()
	await expect(page.getByRole('row', { name: /Status changed Tomas Keller status: active to inactive/ })).toBeVisible()
})

test('a member edits their profile and ends a sign-in elsewhere', async ({ page, browser, baseURL }) => {
	const email = demoAccounts.member.email
	const elsewhere = await browser.newContext({ baseURL: baseURL ?? '' })
	const other = await elsewhere.newPage()
	for (const one of [other, page]) {
		await one.goto('/auth')
		await signIn(one, email, 'second-chair-demo')
		await expect(one).toHaveURL('/dashboard')
	}
	await page.goto('/account')
	await expect(page.getByText('This browser')).toBeVisible()
	await page.getByLabel('Username').fill('no spaces please')
	await button(page, 'Save').click()
	await expect(page.getByText(/^Use 3 to 30 lower case letters/)).toBeVisible()
	await page.getByLabel('Username').fill(demoAccounts.member.username)
	await button(page, 'Save').click()
	await expect(toast(page, 'Profile saved')).toBeVisible()
	await button(page, 'Sign out everywhere else').click()
	await expect(page.getByText('You are signed in nowhere else.')).toBeVisible()
	await other.goto('/dashboard')
	await expect(other).toHaveURL('/auth')
	await elsewhere.close()
})

test('visitors and members are led away from what is not theirs', async ({ page, signInAs }) => {
	for (const path of ['/admin', '/admin/users', '/admin/users/export.csv', '/admin/mail']) {
		await page.goto(path)
		await expect(page).toHaveURL('/')
	}
	for (const path of ['/change-password', '/account']) {
		await page.goto(path)
		await expect(page).toHaveURL(`/auth?next=${path}`)
	}
	await signInAs('member')
	await page.goto('/admin/applications')
	await expect(page).toHaveURL('/')
})

test('whatever an admin presses on a phone is 24 pixels high and wide at least', async ({ page, signInAs }) => {
	await signInAs('admin')
	await page.setViewportSize({ width: 390, height: 844 })
	await page.goto('/admin/courses')
	const modules =
		(await page
			.getByRole('link', { name: /^Modules/ })
			.first()
			.getAttribute('href')) ?? ''
	expect(modules).toContain('/modules')
	const paths = [...adminLinks.map(({ href }) => href), modules, '/account', '/account/notifications']
	for (const path of paths) {
		await page.goto(path)
		const small = await page
			.locator('main')
			.locator('a, button, input, select, textarea, summary, [role=tab]')
			.evaluateAll((targets) =>
				targets
					.map((target) => ({ target, box: target.getBoundingClientRect() }))
					.filter(({ box }) => box.width > 0 && box.height > 0 && (box.width < 24 || box.height < 24))
					// A link within a sentence is as high as its line.
					.filter(
						({ target }) =>
							getComputedStyle(target).display !== 'inline' || target.parentElement?.childNodes.length === 1,
					)
					.map(({ target, box }) => `${target.outerHTML.slice(0, 80)} ${box.width} by ${box.height}`),
			)
		expect(small, path).toEqual([])
	}
})

test('the list of applications is fetched again every half minute', async ({ page, signInAs }) => {
	await signInAs('admin')
	await page.clock.install()
	let fetched = 0
	page.on('request', (request) => {
		if (request.url().includes('/api/admin/applications')) fetched++
	})
	await page.goto('/admin/applications')
	await awake(page)
	await page.clock.runFor(1_000)
	const before = fetched
	await page.clock.runFor(20_000)
	expect(fetched).toBe(before)
	// Second by second: the half minute began when the list woke, whenever that was.
	const later = async () => {
		await page.clock.runFor(1_000)
		return fetched
	}
	await expect.poll(later, { intervals: [10] }).toBeGreaterThan(before)
})

test('an e-mail address in a table breaks before its @, and nowhere else', async ({ page, signInAs }) => {
	await signInAs('admin')
	for (const width of [1024, 1440]) {
		await page.setViewportSize({ width, height: 900 })
		await page.goto('/admin/users')
		const email = page.getByRole('table').locator('td[data-label="Email"] > span')
		await expect(email.first()).toBeVisible()
		const lines = await email.evaluateAll((cells) =>
			cells.flatMap((cell) =>
				[...cell.childNodes].map((part) => {
					const range = document.createRange()
					range.selectNodeContents(part)
					return range.getClientRects().length
				}),
			),
		)
		expect(Math.max(...lines), `at ${width}`).toBe(1)
	}
})
