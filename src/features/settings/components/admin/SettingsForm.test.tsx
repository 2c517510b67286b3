import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { siteDefaults } from '#src/lib/site/site.ts'
import { answerCalls } from '#tests/support/site/island-server.ts'
import type { Settings } from '../../contract.ts'
import { type SettingsPage, settingsPages } from '../../settings-pages.ts'
import { SettingsForm } from './SettingsForm.tsx'

const settings = {
	...siteDefaults,
	teachers: [{ name: 'Tobias', admission: '', about: '', portrait: '', portraitAlt: '' }],
	version: 4,
	updatedAt: null,
	updatedBy: null,
} satisfies Settings
const status = {
	name: 'Second Chair',
	feedUrl: 'https://feeds.example/club.xml',
	mailFrom: 'no-reply@club.example',
	mailReplyTo: null,
}

beforeEach(() => localStorage.clear())

function open(page: SettingsPage, answers: Parameters<typeof answerCalls>[0] = {}) {
	const sent: Array<Record<string, unknown>> = []
	const calls = answerCalls({
		'PUT /api/admin/settings': (body) => {
			sent.push(body as Record<string, unknown>)
			return { ...settings, ...(body as object), version: 5 }
		},
		...answers,
	})
	render(
		<SettingsForm
			page={page}
			pages={settingsPages}
			settings={settings}
			status={status}
			user={{ id: 'ruth', email: 'ruth@club.example' }}
		/>,
	)
	return { user: userEvent.setup(), sent, calls }
}

const section = (name: string) => within(screen.getByRole('region', { name: new RegExp(`^${name}`) }))
const save = () => screen.getByRole('button', { name: /^Save settings/ })

test('shows how many changes are unsaved and where, and nothing after the save', async () => {
	const { user, sent } = open('club')
	expect(screen.getByText('All changes saved.')).toBeTruthy()
	expect(screen.queryByText('Unsaved')).toBeNull()
	await user.type(section('The club').getByLabelText('Tagline'), ', ever')
	expect(screen.getByText('1 change is not saved. We keep unsaved changes in this browser.')).toBeTruthy()
	expect(section('The club').getByText('Unsaved')).toBeTruthy()
	expect(section('Look').queryByText('Unsaved')).toBeNull()
	await user.click(save())
	await waitFor(() => expect(screen.getByText('All changes saved.')).toBeTruthy())
	expect(sent).toEqual([expect.objectContaining({ tagline: `${siteDefaults.tagline}, ever`, version: 4 })])
	// Only this page's settings: other pages may be open elsewhere.
	expect(Object.keys(sent[0] ?? {})).not.toContain('privacy')
	// The next save starts from this version.
	await user.type(section('The club').getByLabelText('Tagline'), '!')
	await user.click(save())
	await waitFor(() => expect(sent.at(-1)).toMatchObject({ version: 5 }))
})

test('warns about an unreadable color on blur, and does not send it', async () => {
	const { user, sent } = open('club')
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
	const { user, sent } = open('people')
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

test('shows the fallback of an empty field, and the recipient of a test email', async () => {
	const { user } = open('mail', { 'POST /api/admin/settings/test-mail': () => ({ to: 'ruth@club.example' }) })
	expect(screen.getByText('If empty, members cannot reply to emails.')).toBeTruthy()
	await user.click(screen.getByRole('button', { name: 'Send me a test email' }))
	await waitFor(() => expect(screen.getByText(/^We sent it to ruth@club\.example\./)).toBeTruthy())
})

test('shows the feed of the server as a fallback, and suggests URLs without filling them in', () => {
	open('podcast')
	expect(screen.getByText('If empty: https://feeds.example/club.xml, from the server settings.')).toBeTruthy()
	expect(screen.getByLabelText('Spotify address')).toMatchObject({
		value: '',
		placeholder: 'https://open.spotify.com/show/...',
	})
})

test('shows name, tagline, logo and color while they are typed', async () => {
	const { user } = open('club')
	const preview = within(screen.getByRole('region', { name: 'Preview' }))
	await user.clear(section('The club').getByLabelText('Name'))
	expect(preview.getAllByText('Second Chair')).toHaveLength(2)
	await user.type(section('The club').getByLabelText('Name'), 'Lone Star Bench')
	expect(preview.getAllByText('Lone Star Bench')).toHaveLength(2)
	await user.type(screen.getByLabelText('Button color'), '#6e1f2b')
	expect(preview.getAllByText('A button')[0]?.style.background).toBe('rgb(110, 31, 43)')
	expect(document.querySelectorAll('.settings-preview img')).toHaveLength(0)
	await user.type(section('Look').getByRole('textbox', { name: 'Logo' }), '/media/a/logo.webp')
	expect(document.querySelectorAll('.settings-preview img[src="/media/a/logo.webp"]')).toHaveLength(2)
})

test('marks the pages with unsaved changes in this browser', async () => {
	const { user } = open('members')
	const link = (name: RegExp) =>
		within(screen.getByRole('navigation', { name: 'Settings' })).getByRole('link', { name })
	expect(link(/^Members/).getAttribute('aria-current')).toBe('page')
	await user.type(screen.getByLabelText('What membership costs'), '$49 a month')
	await waitFor(() => expect(link(/^Members/).textContent).toBe('MembersUnsaved'))
	cleanup()
	open('club')
	await waitFor(() => expect(link(/^Members/).textContent).toBe('MembersUnsaved'))
	expect(link(/^Club/).textContent).toBe('Club')
})
