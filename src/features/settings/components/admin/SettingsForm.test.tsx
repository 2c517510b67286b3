import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { siteDefaults } from '#src/lib/site/site.ts'
import { answerCalls } from '#tests/support/site/island-server.ts'
import type { Settings } from '../../contract.ts'
import { SettingsForm } from './SettingsForm.tsx'

const settings = {
	...siteDefaults,
	teachers: [{ name: 'Tobias', admission: '', about: '', portrait: '', portraitAlt: '' }],
	version: 4,
	updatedAt: null,
	updatedBy: null,
} satisfies Settings
const status = { feedUrl: 'https://feeds.example/club.xml', mailFrom: 'no-reply@club.example', mailReplyTo: null }

beforeEach(() => localStorage.clear())

function open(answers: Parameters<typeof answerCalls>[0] = {}) {
	const sent: Array<Record<string, unknown>> = []
	const calls = answerCalls({
		'PUT /api/admin/settings': (body) => {
			sent.push(body as Record<string, unknown>)
			return { ...settings, ...(body as object), version: 5 }
		},
		...answers,
	})
	render(<SettingsForm settings={settings} status={status} user={{ id: 'ruth', email: 'ruth@club.example' }} />)
	return { user: userEvent.setup(), sent, calls }
}

const section = (name: string) => within(screen.getByRole('region', { name: new RegExp(`^${name}`) }))
const save = () => screen.getByRole('button', { name: /^Save settings/ })

test('shows how many changes are unsaved and where, and nothing after the save', async () => {
	const { user, sent } = open()
	expect(screen.getByText('All changes saved.')).toBeTruthy()
	expect(screen.queryByText('Unsaved')).toBeNull()
	await user.type(section('The club').getByLabelText('Tagline'), ', ever')
	expect(screen.getByText('1 change is not saved. We keep unsaved changes in this browser.')).toBeTruthy()
	expect(section('The club').getByText('Unsaved')).toBeTruthy()
	expect(section('Podcast').queryByText('Unsaved')).toBeNull()
	await user.click(save())
	await waitFor(() => expect(screen.getByText('All changes saved.')).toBeTruthy())
	expect(sent).toEqual([expect.objectContaining({ tagline: `${siteDefaults.tagline}, ever`, version: 4 })])
	// The next save starts from this version.
	await user.type(section('The club').getByLabelText('Tagline'), '!')
	await user.click(save())
	await waitFor(() => expect(sent.at(-1)).toMatchObject({ version: 5 }))
})

test('warns about an unreadable color on blur, and does not send it', async () => {
	const { user, sent } = open()
	const color = screen.getByLabelText('Button color')
	await user.type(color, '#e1b566')
	expect(screen.queryByText(/cannot be read/)).toBeNull()
	await user.tab()
	expect(screen.getByText(/^Too pale for the light page: contrast 1\.\d, needs 4\.5$/)).toBeTruthy()
	await user.click(save())
	expect(document.activeElement).toBe(color)
	await user.clear(color)
	await user.type(color, '6E1F2B')
	await user.click(save())
	await waitFor(() => expect(sent).toEqual([expect.objectContaining({ primary: '#6e1f2b' })]))
})

test('adds, moves and removes people, and requires names', async () => {
	const { user, sent } = open()
	const people = () => within(screen.getByRole('group', { name: 'More teachers' }))
	const person = (number: number) => within(people().getByRole('group', { name: `Person ${number}` }))
	await user.click(people().getByRole('button', { name: 'Add a person' }))
	await waitFor(() => expect(document.activeElement).toBe(person(2).getByLabelText('Name')))
	await user.click(save())
	await waitFor(() => expect(person(2).getByText('Enter a name, or remove this person')).toBeTruthy())
	expect(sent).toEqual([])
	await user.type(person(2).getByLabelText('Name'), 'Ada Bright')
	await user.click(person(2).getByRole('button', { name: /^Move up/ }))
	await user.click(person(2).getByRole('button', { name: /^Remove/ }))
	await user.click(save())
	await waitFor(() => expect(sent).toHaveLength(1))
	expect(sent[0]?.teachers).toEqual([{ name: 'Ada Bright', admission: '', about: '', portrait: '', portraitAlt: '' }])
})

test('shows the fallback of an empty field, and the recipient of a test mail', async () => {
	const { user } = open({ 'POST /api/admin/settings/test-mail': () => ({ to: 'ruth@club.example' }) })
	expect(screen.getByText('If empty: https://feeds.example/club.xml, from the server settings.')).toBeTruthy()
	expect(screen.getByText('If empty, members cannot reply to emails.')).toBeTruthy()
	await user.click(screen.getByRole('button', { name: 'Send me a test email' }))
	await waitFor(() => expect(screen.getByText(/^We sent it to ruth@club\.example\./)).toBeTruthy())
})
