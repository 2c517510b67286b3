// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { CSRF_COOKIE } from '#src/lib/api/csrf.ts'
import { DigestForm } from './DigestForm.tsx'
import { PreferencesForm } from './PreferencesForm.tsx'
import { WatchForm } from './WatchForm.tsx'

const sent: Array<{ url: string; body: unknown }> = []
let status = 200

beforeEach(() => {
	sent.length = 0
	status = 200
	// biome-ignore lint/suspicious/noDocumentCookie: sets the cookie as the server does
	document.cookie = `${CSRF_COOKIE}=token`
	vi.stubGlobal('fetch', (url: string, { body }: RequestInit) => {
		sent.push({ url, body: JSON.parse(String(body)) })
		const done = url.endsWith('/watch') ? new Response(null, { status: 204 }) : Response.json(JSON.parse(String(body)))
		const answer = status === 200 ? done : new Response('No', { status })
		return Promise.resolve(answer)
	})
})

test("saves a digest on each choice with the browser's time zone, and reverts it after a failure", async () => {
	const user = userEvent.setup()
	render(<DigestForm initial={{ every: 'never', weekday: 1, timeZone: 'UTC' }} />)
	const often = screen.getByLabelText<HTMLSelectElement>('Send it')
	expect(screen.queryByLabelText('On')).toBeNull()
	await user.selectOptions(often, 'Once a week')
	const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
	await waitFor(() => expect(often.disabled).toBe(false))
	await user.selectOptions(screen.getByLabelText('On'), 'Friday')
	const url = '/api/user/notifications/digest'
	expect(sent).toEqual([
		{ url, body: { every: 'week', weekday: 1, timeZone } },
		{ url, body: { every: 'week', weekday: 5, timeZone } },
	])
	await waitFor(() => expect(often.disabled).toBe(false))
	status = 500
	await user.selectOptions(often, 'Never')
	await waitFor(() => expect(often.value).toBe('week'))
})

test('keeps the time zone of a digest if the browser reports none', async () => {
	const options = Intl.DateTimeFormat().resolvedOptions()
	const unnamed = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions')
	unnamed.mockReturnValue({ ...options, timeZone: 'Etc/Unknown' })
	render(<DigestForm initial={{ every: 'week', weekday: 1, timeZone: 'America/Denver' }} />)
	await userEvent.setup().selectOptions(screen.getByLabelText('On'), 'Friday')
	expect(sent.map(({ body }) => body)).toEqual([{ every: 'week', weekday: 5, timeZone: 'America/Denver' }])
	screen.getByText('At 7:00 AM, America/Denver time.')
	unnamed.mockRestore()
})

test('includes the subcategories of a watched category', async () => {
	const user = userEvent.setup()
	const categories = [
		{ id: 'a', name: 'Practice Specific', parentCategoryId: null },
		{ id: 'b', name: 'Family law', parentCategoryId: 'a' },
	]
	render(<WatchForm categories={categories} initial={[]} />)
	const box = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
	await user.click(box('Practice Specific'))
	expect([box('Family law').checked, box('Family law').disabled]).toEqual([true, true])
	expect(sent).toEqual([{ url: '/api/questions/categories/a/watch', body: { isWatched: true } }])
	await waitFor(() => expect(box('Practice Specific').disabled).toBe(false))
	status = 404
	await user.click(box('Practice Specific'))
	await waitFor(() => expect(box('Practice Specific').checked).toBe(true))
})

test("offers quotes up to the club's maximum, and saves each choice", async () => {
	const user = userEvent.setup()
	const initial = {
		mentions: true,
		comments: true,
		reminders: true,
		feedback: true,
		news: true,
		offers: true,
		deadlines: true,
		quotes: 'full',
	} as const
	const { unmount } = render(<PreferencesForm initial={initial} most="lines" hasCredits />)
	const shown = screen.getByLabelText<HTMLSelectElement>('How much of questions and comments emails show')
	expect([...shown.options].map(({ text }) => text)).toEqual(['Only a link', 'The first lines'])
	expect(shown.value).toBe('lines')
	await user.selectOptions(shown, 'Only a link')
	expect(sent).toEqual([{ url: '/api/user/notifications', body: { ...initial, quotes: 'link' } }])
	unmount()
	render(<PreferencesForm initial={initial} most="link" hasCredits={false} />)
	expect(screen.queryByRole('combobox')).toBeNull()
	screen.getByText('Emails link to a question or comment without its text.')
})
