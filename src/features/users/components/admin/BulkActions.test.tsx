// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { answerCalls } from '#tests/support/site/island-server.ts'
import type { User } from '../../contract.ts'
import { NOTE_HINT } from '../../member-contract.ts'
import { BulkActions } from './BulkActions.tsx'

afterEach(() => {
	cleanup()
	vi.unstubAllGlobals()
})

const people = ['Ada', 'Ben'].map((name) => ({ id: name, name, version: 1 }) as User)

function Members() {
	const [selected, setSelected] = useState<ReadonlyMap<string, User>>(new Map())
	return <BulkActions selected={selected} shown={people} onSelect={setSelected} />
}

const button = (name: string) => screen.getByRole('button', { name })
const isShown = (name: string) => button(name).closest('.invisible') === null

test('shows bulk actions with the first selection, and hides them with the last', async () => {
	const user = userEvent.setup()
	render(<Members />)
	const status = screen.getByRole('status')
	expect([status.textContent, isShown('Approve'), isShown('Select none')]).toEqual(['No one selected', false, false])
	expect(document.activeElement).toBe(document.body)
	await user.click(button('Select all shown'))
	expect([status.textContent, isShown('Deactivate')]).toEqual(['2 accounts selected', true])
	button('Select none').focus()
	await user.keyboard('{Enter}')
	expect([status.textContent, isShown('Deactivate')]).toEqual(['No one selected', false])
	expect(document.activeElement).toBe(button('Select all shown'))
})

test("sends the list's current version of an account edited after its selection", async () => {
	const sent: unknown[] = []
	answerCalls({
		'POST /api/admin/users/change': (body) => {
			sent.push(body)
			return { done: 1, refused: [] }
		},
	})
	const [ada] = people as [User]
	const user = userEvent.setup()
	render(<BulkActions selected={new Map([['Ada', ada]])} shown={[{ ...ada, version: 2 }]} onSelect={() => undefined} />)
	await user.click(button('Deactivate'))
	const dialog = within(screen.getByRole('dialog', { hidden: true }))
	await user.type(dialog.getByLabelText(/^Reason/), 'Asked for it')
	await user.click(dialog.getByRole('button', { name: 'Deactivate', hidden: true }))
	await vi.waitFor(() => expect(sent).toMatchObject([{ users: [{ id: 'Ada', version: 2 }] }]))
})

test('states who can read the reason for a deactivation', async () => {
	answerCalls({})
	const user = userEvent.setup()
	const [ada] = people as [User]
	render(<BulkActions selected={new Map([['Ada', ada]])} shown={[ada]} onSelect={() => undefined} />)
	await user.click(button('Deactivate'))
	const dialog = within(screen.getByRole('dialog', { hidden: true }))
	expect(dialog.getByLabelText(/^Reason/).getAttribute('aria-describedby')).toBeTruthy()
	expect(dialog.getByText(new RegExp(NOTE_HINT))).toBeTruthy()
	expect(dialog.queryByText(/only admins/i)).toBeNull()
})
