// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '#src/lib/api/query-client.ts'
import { AdminSearch } from './AdminSearch.tsx'

const results = [
	{ kind: 'Members', hits: [{ title: 'Dana Whitfield', detail: 'dana@example.com', href: '#dana' }], more: '#members' },
	{ kind: 'Courses', hits: [{ title: 'Dana’s intake', detail: 'Draft', href: '#course' }], more: null },
]
let answer: Response | (() => Promise<Response>)

beforeEach(() => {
	// jsdom has no layout, and therefore no `scrollIntoView`.
	Element.prototype.scrollIntoView = () => undefined
	vi.stubGlobal(
		'fetch',
		vi.fn(async () => (typeof answer === 'function' ? answer() : answer.clone())),
	)
	answer = Response.json(results)
	window.location.hash = ''
})
afterEach(() => {
	cleanup()
	queryClient.clear()
	vi.unstubAllGlobals()
})

const field = () => screen.getByRole('combobox', { name: 'Find in the club' })
const activeHit = () => document.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.textContent

test('moves across kinds with the arrow keys, opens a hit on Enter, and closes, then clears, on Escape', async () => {
	const user = userEvent.setup()
	render(<AdminSearch />)
	await user.type(field(), 'dana')
	expect(await screen.findByRole('group', { name: 'Members' })).toBeDefined()
	expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
		'Dana Whitfielddana@example.com',
		'All members found',
		'Dana’s intakeDraft',
	])
	expect(screen.getByText('3 found')).toBeDefined()
	expect(activeHit()).toContain('Dana Whitfield')
	await user.keyboard('{ArrowUp}')
	expect(activeHit()).toContain('intake')
	await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
	expect(window.location.hash).toBe('#members')
	await user.keyboard('{Escape}')
	expect(screen.queryByRole('option')).toBeNull()
	expect(field()).toHaveProperty('value', 'dana')
	await user.keyboard('{Escape}')
	expect(field()).toHaveProperty('value', '')
})

test('shows empty results and errors, and focuses the field on the shortcut', async () => {
	const user = userEvent.setup()
	render(<AdminSearch />)
	act(() => document.body.focus())
	await user.keyboard('{Control>}k{/Control}')
	expect(document.activeElement).toBe(field())
	answer = Response.json([])
	await user.type(field(), 'zzz')
	expect(await screen.findByText('Nothing found for “zzz”')).toBeDefined()
	answer = async () => new Response('The database is busy', { status: 503 })
	await user.type(field(), 'y')
	expect(await screen.findByText(/The database is busy/)).toBeDefined()
})
