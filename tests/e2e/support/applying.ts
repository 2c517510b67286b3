import type { Challenge } from 'altcha-lib'
import type { Page } from 'playwright/test'
import { answerTo } from '#tests/support/captcha.ts'
import { expect } from './fixtures.ts'
import { send } from './send.ts'

export const PASSWORD = 'oak table by the window'
export const GOALS = 'A colleague to ask before I file.'

export const button = (page: Page, name: string | RegExp) =>
	page.getByRole('button', { name, exact: typeof name === 'string' })
export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

/** Returns the visible toast; its screen reader text is a separate element. */
export const toast = (page: Page, text: string) => page.getByText(text, { exact: true })

export async function solveCaptcha(page: Page): Promise<void> {
	await page.getByRole('checkbox', { name: /robot/ }).press('Space')
	// The proof of work takes some seconds on a busy machine.
	await expect(page.getByText('Verified', { exact: true })).toBeVisible({ timeout: 60_000 })
}

export async function fillApplication(page: Page, name: string, email: string): Promise<void> {
	await page.getByLabel('Full name').fill(name)
	await page.getByLabel('Email address').fill(email)
	await field(page, 'Password').fill(PASSWORD)
	await page.getByLabel('Confirm password').fill(PASSWORD)
	await page.getByLabel('Phone number').fill('+1 555 010 2030')
	await page.getByLabel('Years of experience').selectOption('3-5')
	await page.getByLabel('What are you looking for').fill(GOALS)
}

/** Submits an application without the screens. */
export async function applyAs(page: Page, name: string, email: string): Promise<void> {
	const challenge = (await (await page.request.get('/api/captcha/challenge')).json()) as Challenge
	await send(page, 'POST', '/api/apply', {
		...{ name, email, password: PASSWORD, confirmPassword: PASSWORD, phoneNumber: '+1 555 010 2030' },
		...{ membershipGoals: `${GOALS} Says ${name}.`, recaptchaToken: await answerTo(challenge) },
		answers: { 'bar-state': 'Ohio', 'bar-number': '0012345' },
	})
}

export async function signIn(page: Page, email: string, password: string): Promise<void> {
	await page.getByLabel('Email').fill(email)
	await field(page, 'Password').fill(password)
	await button(page, 'Login').click()
}

/** Expects the focus inside `main`. Removing a focused element would reset the focus to the top of the page. */
export const expectFocusInMain = (page: Page) =>
	expect.poll(() => page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
