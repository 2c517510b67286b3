import type { Challenge } from 'altcha-lib'
import type { Page } from 'playwright/test'
import { answerTo } from '#tests/support/captcha.ts'
import { button, fillApplication, GOALS, PASSWORD, solveCaptcha, toast } from '../support/applying.ts'
import { awake, expect, expectAccessible, openSession, signOut, test } from '../support/fixtures.ts'
import { send } from '../support/send.ts'

// The owner asks for the bar admission and more, people apply, and she reads and decides seven applications by keys.

const QUESTION = 'How did you <b>hear</b> of us?'

/** Applies without the screens. */
async function applyAs(page: Page, name: string, email: string): Promise<void> {
	const challenge = (await (await page.request.get('/api/captcha/challenge')).json()) as Challenge
	await send(page, 'POST', '/api/apply', {
		...{ name, email, password: PASSWORD, confirmPassword: PASSWORD, phoneNumber: '+1 555 010 2030' },
		...{ membershipGoals: `${GOALS} Says ${name}.`, recaptchaToken: await answerTo(challenge) },
		answers: { 'bar-state': 'Ohio', 'bar-number': '0012345' },
	})
}

test.describe.configure({ mode: 'serial' })

// Other tests of this worker apply, too.
test.afterAll(async ({ browser, site }) => {
	const context = await browser.newContext({ baseURL: site.url })
	await openSession(context, site.url, 'admin')
	const page = await context.newPage()
	const none = { hasBarAdmission: false, fields: [], termsBox: '', termsUrl: '' }
	await send(page, 'PUT', '/api/admin/application-form', none)
	await send(page, 'PUT', '/api/admin/settings', { mailReplyTo: '' })
	await context.close()
})

test('the owner builds the form, with a preview, and refuses nothing half', async ({ page, signInAs }) => {
	await signInAs('admin')
	await page.goto('/admin/settings/members')
	await page.getByRole('link', { name: 'Fields of the application form' }).click()
	await expect(page).toHaveURL('/admin/applications/form')
	await page.goto('/admin/applications')
	await page.getByRole('link', { name: 'Edit the form' }).click()
	await expect(page).toHaveURL('/admin/applications/form')
	await awake(page)
	const preview = page.getByRole('region', { name: 'Preview' })
	await expect(preview.getByText('Nothing of your own yet.')).toBeVisible()
	await page.getByLabel('Ask for the bar admission: state and number').check()
	await button(page, 'Add a field').click()
	const first = page.getByRole('group', { name: 'Field 1' })
	await expect(first.getByLabel('Label')).toBeFocused()
	await first.getByLabel('Label').fill(QUESTION)
	await first.getByLabel('Kind').selectOption('choice')
	await page.getByLabel(/^Words next to a box for the terms/).fill('I have read the rules')
	await button(page, 'Save the form').click()
	await expect(first.getByText('Enter at least two choices, one on each line')).toBeVisible()
	await first.getByLabel('Choices').fill('A friend\nThe podcast')
	// The summary of errors goes, and the button moves.
	await expect(first.getByText('Enter at least two choices, one on each line')).toBeHidden()
	await button(page, 'Save the form').click()
	await expect(toast(page, 'Application form saved')).toBeVisible()
	await expect(preview.getByLabel(QUESTION)).toBeVisible()
	// The demonstration has such a page.
	await expect(preview.getByRole('link', { name: /^Read the terms/ })).toHaveAttribute('href', '/terms')
	await expectAccessible(page)
	await page.getByRole('link', { name: 'See the whole form' }).click()
	await expect(page.getByText('Nothing is sent from here.')).toBeVisible()
	await expect(page.getByLabel('State of bar admission')).toBeVisible()
	await expect(button(page, 'Submit Application')).toBeDisabled()
})

test('an applicant answers, and nothing is lost with a mistake', async ({ page, allowProblem }) => {
	allowProblem(/status of 400/)
	await page.goto('/apply')
	await fillApplication(page, 'Ada Turn', 'ada.turn@example.com')
	await solveCaptcha(page)
	await button(page, 'Submit Application').click()
	await expect(page.getByText('Please check this box to continue')).toBeVisible()
	await expect(page.getByLabel('State of bar admission')).toBeFocused()
	await page.getByLabel('State of bar admission').selectOption('New York')
	await page.getByLabel('Bar number').fill('<i>12</i>')
	await page.getByLabel('I have read the rules').check()
	await expectAccessible(page)
	await page.reload()
	await expect(page.getByLabel('Bar number')).toHaveValue('<i>12</i>')
	await expect(page.getByLabel('I have read the rules')).toBeChecked()
	await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
	await page.getByLabel('Confirm password').fill(PASSWORD)
	await solveCaptcha(page)
	await button(page, 'Submit Application').click()
	await expect(page.getByRole('heading', { name: 'Thank you for your application' })).toBeFocused()
})

test('the owner reads and decides seven applications by keys, and asks one back', async ({ page, signInAs }) => {
	await signOut(page.context())
	await signInAs('admin')
	// The box for the terms would have to be checked by each of them.
	const { version, ...form } = await send<{ version: number }>(page, 'GET', '/api/admin/application-form')
	await send(page, 'PUT', '/api/admin/application-form', { ...form, termsBox: '', version })
	for (let at = 1; at <= 6; at++) await applyAs(page, `Turn ${at}`, `turn.${at}@example.com`)
	await page.goto('/admin/applications')
	await awake(page)
	const waiting = await page.getByRole('button', { name: /^Approve: / }).count()
	await button(page, 'Read one after another').press('Enter')
	const dialog = page.locator('dialog[open]')
	const shows = (name: string, place: number, total: number) =>
		expect(dialog).toContainText(new RegExp(`${place} of ${total}.*Name${name}`))
	await shows('Turn 6', 1, waiting)
	await expect(dialog).toContainText('Bar number0012345')
	await expectAccessible(page)
	for (let at = 2; at <= 7; at++) await page.keyboard.press('j')
	await shows('Ada Turn', 7, waiting)
	await expect(dialog).toContainText('Bar number<i>12</i>')
	await expect(dialog).toContainText('I have read the rulesYes')
	await button(page, 'Ask back').press('Enter')
	await expect(dialog.getByLabel('Your question to Ada Turn')).toBeVisible()
	await expect(dialog).toContainText('your emails have no reply address')
	await expect(button(page, 'Send question')).toBeDisabled()
	await expectAccessible(page)
	await page.keyboard.press('Escape')
	const settings = await send<{ version: number }>(page, 'GET', '/api/admin/settings')
	await send(page, 'PUT', '/api/admin/settings', { mailReplyTo: 'office@club.example', version: settings.version })
	await page.reload()
	await awake(page)
	await button(page, 'Details: Ada Turn').press('Enter')
	await button(page, 'Ask back').press('Enter')
	await expect(dialog).toContainText('The answer arrives by email at office@club.example, not on this screen.')
	await page.keyboard.type('Are you on your own already?')
	await expectAccessible(page)
	await page.keyboard.press('Control+Enter')
	await expect(toast(page, 'Question sent')).toBeVisible()
	await expect(dialog).toContainText('AskedAre you on your own already?')
	for (let at = 1; at <= 6; at++) await page.keyboard.press('k')
	await shows('Turn 6', 1, waiting)
	for (let left = waiting; left > waiting - 6; left--) {
		const isOut = left % 2 === 0
		await page.keyboard.press(isOut ? 'r' : 'a')
		const decision = page.getByRole('alertdialog', { name: isOut ? 'Reject Application' : 'Approve Application' })
		await expect(decision.getByLabel(/^A sentence for the applicant/)).toBeFocused()
		await page.keyboard.type('jark: see you.')
		await page.keyboard.press('Control+Enter')
		await expect(decision).toBeHidden()
		await expect(dialog).toContainText(`1 of ${left - 1}`)
	}
	await shows('Ada Turn', 1, waiting - 6)
	await page.keyboard.press('Escape')
	await expect(page.getByRole('columnheader', { name: 'Asked' })).toBeVisible()
	await expect(page.getByRole('row').filter({ hasText: 'Ada Turn' })).toContainText('Are you on your own already?')
	await button(page, 'Approve: Ada Turn').press('Enter')
	await page.keyboard.press('Control+Enter')
	await expect(page.locator('dialog[open]')).toHaveCount(0)
	await expect(button(page, 'Details: Ada Turn')).toBeHidden()
})
