import { button, field, fillApplication, GOALS, PASSWORD, solveCaptcha, toast } from '../support/applying.ts'
import { expect, test } from '../support/fixtures.ts'

const APPLICATION_SENTENCES = [
	'Name is required',
	'Valid email is required',
	'Password must be at least 6 characters',
	'Please confirm your password',
	'Phone number is required',
	"Please tell us what you're looking for in membership (at least 10 characters)",
	'Please complete the captcha verification',
]

test('the form shows missing fields on submit and clears each error on change', async ({ page }) => {
	await page.goto('/apply')
	await page.getByLabel('Full name').fill('D')
	await expect(button(page, 'Submit Application')).toBeEnabled()
	await expect(page.getByRole('checkbox', { name: /robot/ })).toBeVisible()
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

test('a failed application keeps the input and asks for the captcha again; a reload keeps all but the passwords', async ({
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
	await expect(page.getByRole('alert').filter({ hasText: 'It broke' })).toBeVisible()
	await expect(toast(page, 'Application failed')).toBeVisible()
	await expect(field(page, 'Password')).toHaveValue(PASSWORD)
	await expect(page.getByText('Verified', { exact: true })).toBeHidden()
	await page.reload()
	await expect(page.getByLabel('Full name')).toHaveValue('Dana Whitfield')
	await expect(page.getByLabel('What are you looking for')).toHaveValue(GOALS)
	await expect(field(page, 'Password')).toHaveValue('')
})

test('an admin previews the form from the applications; a member has no form', async ({ page, signInAs }) => {
	await signInAs('admin')
	await page.goto('/admin/applications')
	await page.getByRole('link', { name: 'See the form' }).click()
	await expect(page.getByRole('heading', { name: 'Apply for Membership' })).toBeVisible()
	await expect(page.getByText('This is the form that visitors see.')).toBeVisible()
	await expect(page.getByLabel('Full name')).toBeVisible()
	await signInAs('member')
	await page.goto('/apply?preview')
	await expect(page.getByRole('heading', { name: 'You are already a member' })).toBeVisible()
})
