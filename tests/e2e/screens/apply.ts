import type { Page } from 'playwright/test'
import { apply } from '#src/features/applications/contract.ts'
import { expect } from '../support/fixtures.ts'
import { answer, refuse } from '../support/screens/answers.ts'
import type { Screen } from '../support/screens/screen.ts'
import { button, field, fill, press, REFUSED } from '../support/screens/steps.ts'

const PASSWORD = 'oak table by the window'

async function fillApplication(page: Page): Promise<void> {
	await fill(page, {
		'Full name': 'Dana Whitfield',
		'Email address': 'dana.screens@example.com',
		Password: PASSWORD,
		'Confirm password': PASSWORD,
		'Phone number': '+1 555 010 2030',
	})
	await page.getByLabel('Firm name').fill('Whitfield Law')
	await page.getByLabel('Practice areas').fill('Family law, wills and estates')
	await page.getByLabel('Years of experience').selectOption('3-5')
	await page.getByLabel('What are you looking for').fill('A colleague to ask before I file.')
}

async function solveCaptcha(page: Page): Promise<void> {
	await page.getByRole('checkbox', { name: /robot/ }).press('Space')
	await expect(page.getByText('Verified', { exact: true })).toBeVisible({ timeout: 30_000 })
}

const captchaIsThere = (page: Page) => expect(page.getByRole('checkbox', { name: /robot/ })).toBeVisible()

async function sendApplication(page: Page): Promise<void> {
	await fillApplication(page)
	await solveCaptcha(page)
	await button(page, 'Submit Application').click()
}

/** The application form and its results. */
export const applyScreens: readonly Screen[] = [
	{ name: 'apply', path: '/apply', reach: captchaIsThere },
	{ name: 'apply-before-it-is-touched', path: '/apply', sleeps: true },
	{ name: 'apply-as-a-member', as: 'member', path: '/apply' },
	{
		name: 'apply-all-errors',
		path: '/apply',
		async reach(page) {
			await captchaIsThere(page)
			await press(page, 'Submit Application', 'Please complete the captcha verification')
		},
	},
	{
		name: 'apply-passwords-differ',
		path: '/apply',
		async reach(page) {
			await fillApplication(page)
			await captchaIsThere(page)
			await field(page, 'Confirm password').fill('something else')
			await press(page, 'Submit Application', 'Passwords do not match')
		},
	},
	{
		name: 'apply-captcha-solved',
		path: '/apply',
		async reach(page) {
			await fillApplication(page)
			await solveCaptcha(page)
		},
	},
	{
		name: 'apply-captcha-unreachable',
		path: '/apply',
		allows: /status of 503|ALTCHA|Server responded/,
		async prepare(page) {
			await page.route('**/api/captcha/challenge', (route) => route.fulfill({ status: 503, body: 'Down' }))
		},
		async reach(page) {
			await page.getByRole('checkbox', { name: /robot/ }).press('Space')
			await expect(page.getByText(/Verification failed/)).toBeVisible()
		},
	},
	{
		name: 'apply-captcha-refused',
		path: '/apply',
		allows: REFUSED,
		prepare: (page) => refuse(page, apply, apply.errors.captcha),
		async reach(page) {
			await sendApplication(page)
			await expect(page.getByRole('alert').filter({ hasText: apply.errors.captcha[1] })).toBeVisible()
		},
	},
	{
		name: 'apply-server-failure-keeps-the-text',
		path: '/apply',
		allows: REFUSED,
		prepare: (page) => answer(page, apply, { status: 500, body: 'Something went wrong on our side' }),
		async reach(page) {
			await sendApplication(page)
			await expect(page.getByRole('alert').filter({ hasText: 'Something' })).toBeVisible()
			await expect(field(page, 'Full name')).toHaveValue('Dana Whitfield')
		},
	},
	{
		name: 'apply-thank-you',
		path: '/apply',
		prepare: (page) => answer(page, apply, { status: 201, json: { message: 'Received' } }),
		async reach(page) {
			await sendApplication(page)
			await expect(page.getByRole('heading', { name: 'Thank you for your application' })).toBeFocused()
		},
	},
]
