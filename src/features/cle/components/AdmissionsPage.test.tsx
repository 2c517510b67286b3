import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '#src/lib/api/query-client.ts'
import { admissionOf, ledgerOf, newYorkCard } from '#tests/support/cle/ledger.ts'
import { answerCalls } from '#tests/support/site/island-server.ts'
import type { Admission, Ledger } from '../contract.ts'
import { AdmissionsPage } from './AdmissionsPage.tsx'

const ADMISSIONS = '/api/cle/admissions'
const show = (admissions: Admission[], ledger: Ledger = ledgerOf()) =>
	render(
		<main>
			<AdmissionsPage ledger={ledger} admissions={admissions} name="Ann Hughes" canChange />
		</main>,
	)

afterEach(() => {
	cleanup()
	queryClient.clear()
	vi.unstubAllGlobals()
	window.history.replaceState(null, '', '/')
})

function mockApi() {
	const sent: object[] = []
	const save = (body: unknown) => {
		sent.push(body as object)
		return admissionOf()
	}
	answerCalls({
		'GET /api/cle': () => ledgerOf(newYorkCard()),
		[`GET ${ADMISSIONS}`]: () => [admissionOf()],
		[`POST ${ADMISSIONS}`]: save,
		[`PUT ${ADMISSIONS}/ny`]: save,
		[`DELETE ${ADMISSIONS}/ny`]: () => undefined,
		'GET /api/cle/credits': () => [],
	})
	return sent
}

test('asks for the birthday in New York and says what it is for', async () => {
	const sent = mockApi()
	const user = userEvent.setup()
	show([])
	await user.click(screen.getByRole('button', { name: 'Add an admission' }))
	const dialog = within(screen.getByRole('dialog', { name: 'Add an admission' }))
	expect(dialog.queryByLabelText('Birthday')).toBeNull()
	await user.selectOptions(dialog.getByLabelText('Jurisdiction'), 'New York')
	await user.type(dialog.getByLabelText('Date of admission'), '2015-06-17')
	expect(dialog.getByText(/We use it for nothing else, and nobody at the club sees it/)).toBeDefined()
	await user.click(dialog.getByRole('button', { name: 'Add admission' }))
	expect(await dialog.findByText('Enter your birthday: New York counts from it')).toBeDefined()
	await user.type(dialog.getByLabelText('Birthday'), '1980-03-12')
	await user.click(dialog.getByRole('button', { name: 'Add admission' }))
	expect(await screen.findByRole('heading', { name: 'New York' })).toBeDefined()
	expect(sent).toMatchObject([
		{ jurisdiction: 'US-NY', admittedOn: '2015-06-17', birthday: '1980-03-12', groupNo: null },
	])
})

test('suggests the California group from the name', async () => {
	const sent = mockApi()
	const user = userEvent.setup()
	show([])
	await user.click(screen.getByRole('button', { name: 'Add an admission' }))
	const dialog = within(screen.getByRole('dialog'))
	await user.selectOptions(dialog.getByLabelText('Jurisdiction'), 'California')
	expect((dialog.getByLabelText('Compliance group') as HTMLSelectElement).value).toBe('2')
	await user.type(dialog.getByLabelText('Date of admission'), '2015-06-17')
	await user.selectOptions(dialog.getByLabelText('Compliance group'), 'Group 3: N to Z')
	await user.click(dialog.getByRole('button', { name: 'Add admission' }))
	await waitFor(() => expect(sent).toMatchObject([{ jurisdiction: 'US-CA', groupNo: 3, birthday: null }]))
})

test('marks unchecked jurisdictions', async () => {
	mockApi()
	show([])
	await userEvent.setup().click(screen.getByRole('button', { name: 'Add an admission' }))
	expect(screen.getByRole('option', { name: 'Texas (unchecked)' })).toBeDefined()
})

test('edits months, filings and extensions in a dialog opened by a link', async () => {
	const sent = mockApi()
	window.history.replaceState(null, '', '/cle/admissions?edit=ny')
	const user = userEvent.setup()
	const training = { title: 'Training', lastDay: '2027-01-31', words: '10 hours.', isDone: false }
	show([admissionOf()], ledgerOf(newYorkCard({ also: [training] })))
	const dialog = within(await screen.findByRole('dialog', { name: 'Edit New York' }))
	expect(window.location.search).toBe('')
	await user.type(dialog.getByLabelText(/^Months when/), '2026-03 to 2026-05')
	await user.click(dialog.getByRole('button', { name: 'Add a filing' }))
	await user.type(dialog.getByLabelText('Filed on'), '2027-03-20')
	// A new attorney's training is marked as done in the same way.
	expect(dialog.getByRole('option', { name: 'Training, due January 31, 2027' })).toBeDefined()
	await user.click(dialog.getByRole('button', { name: 'Add an extension' }))
	await user.type(dialog.getByLabelText('New last day'), '2027-06-30')
	await user.type(dialog.getByLabelText(/^Note/), 'Illness')
	await user.click(dialog.getByRole('button', { name: 'Save admission' }))
	await waitFor(() =>
		expect(sent).toMatchObject([
			{
				inactiveMonths: ['2026-03', '2026-04', '2026-05'],
				filings: [{ due: '2027-04-11', filedOn: '2027-03-20' }],
				extensions: [{ cycleFrom: '2025-04-12', newDue: '2027-06-30', note: 'Illness' }],
				version: 2,
			},
		]),
	)
})

test('deletes an admission after confirmation', async () => {
	mockApi()
	const user = userEvent.setup()
	show([admissionOf()], ledgerOf(newYorkCard()))
	await user.click(screen.getByRole('button', { name: 'More for New York' }))
	await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
	const dialog = within(screen.getByRole('alertdialog', { name: 'Delete New York?' }))
	await user.click(dialog.getByRole('button', { name: 'Delete' }))
	await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})
