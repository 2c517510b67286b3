import type { Page } from 'playwright/test'
import { codeBefore, codeOf } from '#tests/support/totp.ts'
import { become } from '../support/become.ts'
import { awake, expect, expectAccessible, signOut, test } from '../support/fixtures.ts'
import { send } from '../support/send.ts'
import { PHONE } from '../support/slow-line.ts'

const PASSWORD = 'a first password'
const DESK = { width: 1440, height: 900 }

/** Adds a separate account: a second factor of a shared account would lock out other tests. */
async function addMember(page: Page, signInAs: (role: 'admin') => Promise<void>, name: string): Promise<string> {
	await signInAs('admin')
	const email = `${name.toLowerCase().replace(' ', '.')}.${Date.now()}@example.com`
	await send(page, 'POST', '/api/admin/users', { name, email, role: 'regular', password: PASSWORD })
	return email
}

async function enterPassword(page: Page, email: string): Promise<void> {
	await signOut(page.context())
	await page.goto('/auth')
	await awake(page)
	await page.getByLabel('Email').fill(email)
	await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
	await page.getByRole('button', { name: 'Login' }).click()
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Please confirm it is you' })

async function confirmPassword(page: Page): Promise<void> {
	await expect(dialog(page)).toBeVisible()
	await expect(dialog(page).getByLabel('Your current password')).toBeFocused()
	await expectAccessible(page)
	await page.keyboard.type(PASSWORD)
	await page.keyboard.press('Enter')
	await expect(dialog(page)).toBeHidden()
}

async function openFiles(page: Page): Promise<void> {
	await page.goto('/account/data')
	await awake(page)
	await page.getByRole('button', { name: 'Continue to your files' }).click()
}

for (const [device, viewport] of Object.entries({ phone: PHONE, desk: DESK }))
	test(`an authenticator app is set up, asked for, replaced by a recovery code and removed, on a ${device}`, async ({
		page,
		signInAs,
		allowProblem,
	}) => {
		test.slow()
		allowProblem(/status of (401|400|409)/)
		await page.setViewportSize(viewport)
		const email = await addMember(page, signInAs, `Imani ${device}`)
		await become(page, email, PASSWORD)
		await page.goto('/account')
		await page.getByRole('link', { name: 'Second factor and passkeys' }).click()
		await expect(page.getByRole('heading', { name: 'Sign-in security', level: 1 })).toBeVisible()
		await awake(page)
		await expectAccessible(page)
		// If the confirmation is declined, nothing is set up, and an alert gives the reason.
		await page.getByRole('button', { name: 'Set up an app' }).click()
		await dialog(page).getByRole('button', { name: 'Cancel' }).click()
		await expect(page.getByRole('alert').filter({ hasText: 'Please confirm it is you' })).toBeVisible()
		await page.getByRole('button', { name: 'Set up an app' }).press('Enter')
		await confirmPassword(page)
		await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
		await expectAccessible(page)
		const link = (await page.getByRole('link', { name: 'Open in an app on this device' }).getAttribute('href')) ?? ''
		const key = new URL(link).searchParams.get('secret') ?? ''
		await page.getByLabel('Code', { exact: true }).fill('000 000')
		await page.getByRole('button', { name: 'Turn it on' }).click()
		await expect(page.getByRole('alert').filter({ hasText: 'That code is not right.' })).toBeVisible()
		await page.getByLabel('Code', { exact: true }).fill(await codeBefore(key))
		await page.getByLabel('Code', { exact: true }).press('Enter')
		const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
		await expect(codes).toHaveCount(10)
		const recoveryCode = (await codes.first().textContent()) ?? ''
		await expectAccessible(page)
		await page.getByRole('button', { name: 'I have kept them' }).click()
		await expect(codes).toHaveCount(0)
		await expect(page.getByText('10 codes are left.')).toBeVisible()

		await enterPassword(page, email)
		const code = page.getByLabel('Code', { exact: true })
		await expect(code).toBeFocused()
		await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
		await expect(page.getByText('Login failed')).toHaveCount(0)
		await expectAccessible(page)
		await page.keyboard.type('12345')
		await page.keyboard.press('Enter')
		await expect(page.getByText('Enter the 6 digits of the code')).toBeVisible()
		await code.fill(codeOf(key))
		await page.keyboard.press('Enter')
		await expect(page).toHaveURL('/dashboard')
		await expect(page.getByText('Welcome back, Imani').first()).toBeAttached()

		await enterPassword(page, email)
		await page.getByRole('button', { name: 'Use a recovery code' }).click()
		const recovery = page.getByLabel('Recovery code')
		await expect(recovery).toBeFocused()
		await expectAccessible(page)
		await recovery.fill(recoveryCode)
		await page.keyboard.press('Enter')
		await expect(page).toHaveURL('/dashboard')

		// A code replaces the password in the confirmation.
		await openFiles(page)
		await dialog(page).getByRole('button', { name: 'Use a code from your app instead' }).click()
		await expectAccessible(page)
		await dialog(page).getByLabel('Code from your authenticator app').fill(codeOf(key, 30_000))
		await page.keyboard.press('Enter')
		await expect(page.getByText('Confirmed. You can download')).toBeVisible()

		await page.goto('/account/security')
		await awake(page)
		await expect(page.getByText('9 codes are left.')).toBeVisible()
		await page.getByRole('button', { name: 'Remove the app' }).click()
		await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
		await expect(page.getByRole('button', { name: 'Set up an app' })).toBeVisible()
		await enterPassword(page, email)
		await expect(page).toHaveURL('/dashboard')
	})

/** Adds a virtual authenticator to the browser, which responds without user interaction. */
async function withAuthenticator(page: Page) {
	const cdp = await page.context().newCDPSession(page)
	await cdp.send('WebAuthn.enable')
	const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true } as const
	await cdp.send('WebAuthn.addVirtualAuthenticator', {
		options: { ...options, isUserVerified: true, automaticPresenceSimulation: true },
	})
}

for (const [device, viewport] of Object.entries({ phone: PHONE, desk: DESK }))
	test(`a passkey is added, signs in without a password and is removed, on a ${device}`, async ({
		page,
		signInAs,
		allowProblem,
	}) => {
		allowProblem(/status of (401|404)/)
		await page.setViewportSize(viewport)
		await withAuthenticator(page)
		const email = await addMember(page, signInAs, `Noor ${device}`)
		await become(page, email, PASSWORD)
		await page.goto('/account/security')
		await awake(page)
		await page.getByRole('button', { name: 'Add a passkey' }).click()
		const adding = page.getByRole('dialog', { name: 'Add a passkey' })
		await adding.getByLabel('Name').fill('My phone')
		await adding.getByRole('button', { name: 'Add', exact: true }).click()
		await confirmPassword(page)
		await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
		await page.getByRole('button', { name: 'I have kept them' }).click()
		await expect(page.getByText('My phone', { exact: true })).toBeVisible()
		await expectAccessible(page)
		await page.getByRole('button', { name: 'Rename My phone' }).click()
		await page.getByRole('dialog').getByLabel('Name').fill('Desk key')
		await page.keyboard.press('Enter')
		await expect(page.getByText('Desk key', { exact: true })).toBeVisible()

		await signOut(page.context())
		await page.goto('/auth')
		await awake(page)
		await page.getByRole('button', { name: 'Use a passkey' }).click()
		await expect(page).toHaveURL('/dashboard')

		await openFiles(page)
		await dialog(page).getByRole('button', { name: 'Use a passkey' }).click()
		await expect(page.getByText('Confirmed. You can download')).toBeVisible()
		await page.goto('/account/security')
		await awake(page)
		await page.getByRole('button', { name: 'Remove Desk key' }).click()
		await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
		await expect(page.getByText('Desk key', { exact: true })).toHaveCount(0)
		await signOut(page.context())
		await page.goto('/auth')
		await awake(page)
		await page.getByRole('button', { name: 'Use a passkey' }).click()
		await expect(page.getByRole('alert').filter({ hasText: 'This passkey is not known here' })).toBeVisible()
		await expectAccessible(page)
	})

/** Chooses the first passkey that the browser suggests for a field. No test can press the suggestion itself. */
async function autoChooseSuggestions(page: Page): Promise<void> {
	await page.addInitScript(() => {
		PublicKeyCredential.isConditionalMediationAvailable = async () => true
		const get = navigator.credentials.get.bind(navigator.credentials)
		navigator.credentials.get = (options) => {
			if (options?.mediation !== 'conditional') throw new Error('Nobody asked for a passkey')
			return get({ ...options, mediation: 'optional' })
		}
	})
}

for (const [device, viewport] of Object.entries({ phone: PHONE, desk: DESK }))
	test(`a passkey is suggested once the email field has focus, and its code loads only then, on a ${device}`, async ({
		page,
		signInAs,
		allowProblem,
	}) => {
		allowProblem(/status of 401/)
		await page.setViewportSize(viewport)
		await withAuthenticator(page)
		const email = await addMember(page, signInAs, `Ines ${device}`)
		await become(page, email, PASSWORD)
		await page.goto('/account/security')
		await awake(page)
		await page.getByRole('button', { name: 'Add a passkey' }).click()
		await page.getByRole('dialog', { name: 'Add a passkey' }).getByLabel('Name').fill('My phone')
		await page.keyboard.press('Enter')
		await confirmPassword(page)
		await expect(page.getByText('My phone', { exact: true })).toBeVisible()

		await signOut(page.context())
		await autoChooseSuggestions(page)
		const requestedPaths: string[] = []
		page.on('request', (request) => {
			if (/browser-passkeys|login\/passkey/.test(request.url())) requestedPaths.push(new URL(request.url()).pathname)
		})
		await page.goto('/auth')
		await awake(page)
		await page.getByLabel('Password', { exact: true }).focus()
		await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username webauthn')
		await expectAccessible(page)
		expect(requestedPaths).toEqual([])
		await page.getByLabel('Email').focus()
		await expect(page).toHaveURL('/dashboard')
		expect(requestedPaths).toEqual([
			expect.stringContaining('browser-passkeys'),
			'/api/login/passkey/options',
			'/api/login/passkey',
		])
	})
