import type { Page } from 'playwright/test'
import { login } from '#src/features/auth/contract.ts'
import { confirmIdentity } from '#src/features/auth/password-contract.ts'
import { confirmTotp, createTotp, getSecurity, type Security } from '#src/features/security/contract.ts'
import { stopFactorReset } from '#src/features/security/reset-contract.ts'
import { answerSecondFactor } from '#src/features/security/sign-in-contract.ts'
import { expect } from '../support/fixtures.ts'
import { answer, refuse } from '../support/screens/answers.ts'
import type { Screen } from '../support/screens/screen.ts'
import { button, field, fill, press, REFUSED } from '../support/screens/steps.ts'

/** Enters the password of an account with mocked second factors. */
async function enterPassword(page: Page): Promise<void> {
	await fill(page, { Email: 'dana@example.com', Password: 'oak table by the window' })
	await button(page, 'Login').click()
	await expect(page.getByText('Your password is right.')).toBeVisible()
}

const mockSecondFactors = (factors: string) => (page: Page) =>
	answer(page, login, {
		...{ status: 401, contentType: 'text/plain', body: login.errors.secondFactor[1] },
		headers: { 'X-Second-Factor': factors },
	})

const secondStep = (name: string, factors: string, reach: (page: Page) => Promise<void>): Screen => ({
	...{ name, path: '/auth', allows: REFUSED, prepare: mockSecondFactors(factors) },
	async reach(page) {
		await enterPassword(page)
		await reach(page)
	},
})

const at = '2026-10-05T09:30:00.000Z'
const security: Security = {
	...{ appSince: at, isAppReadable: true, recoveryCodesLeft: 3, trustedDevices: 2, requiredFrom: null, resetDueAt: at },
	passkeys: [
		{ id: 'a', name: 'Phone', createdAt: at, lastUsedAt: at },
		{ id: 'b', name: 'Security key in the safe of the office', createdAt: at, lastUsedAt: null },
	],
}

/** An authenticator app during setup, with a drawn QR code: a frame and a corner. */
const setup = {
	key: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
	uri: 'otpauth://totp/x',
	qr: { size: 20, path: 'M2 2h16v1H2zM2 17h16v1H2zM2 3h1v14H2zM17 3h1v14h-1zM5 5h5v5H5z' },
}

/** Mocks a response that asks the user to confirm their identity. */
const mockStepUp = (page: Page) =>
	answer(page, createTotp, { status: 401, body: 'Please confirm it is you', headers: { 'X-Step-Up': '1' } })

export const securityScreens: readonly Screen[] = [
	secondStep('auth-second-step', 'totp, recovery, passkey', async (page) => {
		await expect(field(page, 'Code')).toBeFocused()
	}),
	secondStep('auth-second-step-passkey-only', 'recovery, passkey', async (page) => {
		await expect(button(page, 'Use a passkey')).toBeVisible()
	}),
	secondStep('auth-second-step-recovery', 'totp, recovery', async (page) => {
		await button(page, 'Use a recovery code').click()
		await press(page, 'Continue', 'Enter the 10 letters and digits of a recovery code')
	}),
	secondStep('auth-second-step-wrong-code', 'totp', async (page) => {
		await refuse(page, answerSecondFactor, answerSecondFactor.errors.wrongCode)
		await field(page, 'Code').fill('123456')
		await press(page, 'Continue', answerSecondFactor.errors.wrongCode[1])
	}),
	{ name: 'account-security', as: 'member', path: '/account/security' },
	{
		name: 'account-security-all-on',
		as: 'member',
		path: '/account/security',
		allows: REFUSED,
		async prepare(page) {
			await answer(page, getSecurity, { json: security })
			await answer(page, createTotp, {
				json: { key: 'A'.repeat(32), uri: 'otpauth://totp/x', qr: { size: 1, path: '' } },
			})
			// The refetch after this response loads the mocked state.
			await page.route('**/api/user/totp/confirm', (route) => route.fulfill({ json: { recoveryCodes: [] } }))
		},
		async reach(page) {
			await button(page, 'Set up an app').click()
			await field(page, 'Code').fill('123456')
			await button(page, 'Turn it on').click()
			await expect(page.getByText('3 codes are left.')).toBeVisible()
		},
	},
	{
		name: 'account-security-confirmation',
		as: 'member',
		path: '/account/security',
		allows: REFUSED,
		prepare: mockStepUp,
		async reach(page) {
			await button(page, 'Set up an app').click()
			await expect(page.getByRole('dialog', { name: 'Please confirm it is you' })).toBeVisible()
			await expect(field(page, 'Your current password')).toBeFocused()
		},
	},
	{
		name: 'account-security-setup',
		as: 'member',
		path: '/account/security',
		prepare: (page) => answer(page, createTotp, { json: setup }),
		async reach(page) {
			await button(page, 'Set up an app').click()
			await press(page, 'Turn it on', 'Enter the 6 digits of the code')
		},
	},
	{
		name: 'account-security-codes',
		as: 'member',
		path: '/account/security',
		async prepare(page) {
			await answer(page, createTotp, { json: setup })
			await answer(page, confirmTotp, { json: { recoveryCodes: Array(10).fill('ABCDE-FGH23') } })
		},
		async reach(page) {
			await button(page, 'Set up an app').click()
			await field(page, 'Code').fill('123456')
			await press(page, 'Turn it on', 'Your recovery codes')
		},
	},
	{
		name: 'account-data-by-code',
		as: 'member',
		path: '/account/data',
		allows: REFUSED,
		async prepare(page) {
			await answer(page, getSecurity, { json: security })
			await refuse(page, confirmIdentity, confirmIdentity.errors.usedCode)
		},
		async reach(page) {
			await button(page, 'Continue to your files').click()
			await button(page, 'Use a code from your app instead').click()
			await field(page, 'Code from your authenticator app').fill('123456')
			await press(page, 'Confirm', confirmIdentity.errors.usedCode[1])
		},
	},
	{ name: 'stop-reset', path: '/stop-reset#a-link-from-a-mail' },
	{
		name: 'stop-reset-over',
		path: '/stop-reset#a-link-from-a-mail',
		allows: REFUSED,
		prepare: (page) => refuse(page, stopFactorReset, stopFactorReset.errors.over),
		reach: (page) => press(page, 'Keep my second factor', stopFactorReset.errors.over[1]),
	},
	{
		name: 'stop-reset-done',
		path: '/stop-reset#a-link-from-a-mail',
		prepare: (page) => answer(page, stopFactorReset, { status: 204 }),
		reach: (page) => press(page, 'Keep my second factor', 'Your second factor stays.'),
	},
]
