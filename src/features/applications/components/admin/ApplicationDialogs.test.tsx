import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { $user } from '#src/lib/api/auth-state.ts'
import { queryClient } from '#src/lib/api/query-client.ts'
import { answerCalls } from '#tests/support/site/island-server.ts'
import type { Application } from '../../contract.ts'
import { ApplicationsAdmin } from './ApplicationsAdmin.tsx'

afterEach(cleanup)
beforeEach(() => {
	queryClient.clear()
	// Drafts are stored per user.
	$user.set({ id: 'ruth', name: 'Ruth', username: 'ruth', email: 'ruth@club.example', role: 'admin' } as never)
	sessionStorage.clear()
	history.replaceState(null, '', '/admin/applications')
})

const applicant = (name: string): Application => ({
	...{ id: name, name, email: 'dana@example.com', emailConfirmedAt: '2026-11-02T09:05:00.000Z' },
	...{ phoneNumber: '+1 212 555 0123', message: null },
	...{ firmName: 'Whitfield Law', practiceAreas: 'Wills', yearsOfExperience: '3-5', status: 'inactive' },
	...{ membershipGoals: 'Somebody to ask about fees', applicationStatus: 'pending' },
	...{ applicationDate: '2026-11-02T09:00:00.000Z', decidedAt: null, decidedBy: null },
	applicationAnswers: [
		{ label: 'Bar number', value: '<b>12</b>' },
		{ label: 'A field that is gone', value: '' },
	],
	plan: null,
	applicationQuestions: [{ askedAt: '2026-11-03T09:00:00.000Z', askedBy: 'Ruth', question: 'Since when?' }],
})

/** Opens the screen with these pending applications, and returns the decisions that it sends. */
function open(...names: string[]) {
	const sent: unknown[] = []
	let items = names.map(applicant)
	answerCalls({
		'GET /api/admin/applications': () => Response.json(items, { headers: { 'X-Total-Count': String(items.length) } }),
		...Object.fromEntries(
			names.map((name) => [
				`PUT /api/admin/applications/${name}`,
				(body: unknown) => {
					sent.push([name, body])
					items = items.filter(({ id }) => id !== name)
					return { ...applicant(name), applicationStatus: 'approved' }
				},
			]),
		),
	})
	const none = { items: [], total: 0, next: undefined }
	const initial = { pending: { items, total: items.length, next: undefined }, approved: none, rejected: none }
	render(<ApplicationsAdmin status="pending" initial={initial} isMailOff={false} replyTo="office@club.example" />)
	return { user: userEvent.setup(), sent }
}

const dialog = (role: 'dialog' | 'alertdialog' = 'dialog') => screen.getByRole(role, { hidden: true })
const factsIn = (element: HTMLElement) => [...element.querySelectorAll('dd')].map(({ textContent }) => textContent)

test.each(['Approve', 'Reject'])('%s shows the full application', async (label) => {
	const { user } = open('Dana')
	await user.click(screen.getByRole('button', { name: `${label}: Dana` }))
	expect(factsIn(dialog('alertdialog'))).toEqual([
		...['Dana', 'dana@example.com', '+1 212 555 0123', 'Whitfield Law', 'Wills', '3-5 years'],
		...['Somebody to ask about fees', '<b>12</b>', 'N/A', expect.stringMatching(/^Since when\? \(.+, Ruth\)$/)],
	])
})

test('keys move through the applications and decide, and a decision opens the next application', async () => {
	const { user, sent } = open('Dana', 'Tomas', 'Ines')
	await user.click(screen.getByRole('button', { name: 'Read one after another' }))
	const shown = () => [factsIn(dialog())[0], within(dialog()).getByText(/^\d of \d$/).textContent]
	expect(shown()).toEqual(['Dana', '1 of 3'])
	await user.keyboard('k')
	expect(shown()).toEqual(['Dana', '1 of 3'])
	await user.keyboard('jj')
	expect(shown()).toEqual(['Ines', '3 of 3'])
	await user.keyboard('kr')
	expect(factsIn(dialog('alertdialog'))[0]).toBe('Tomas')
	// The sentence contains these letters, which must not act as shortcuts while typing.
	await user.type(within(dialog('alertdialog')).getByLabelText(/^A sentence for the applicant/), 'ask a jark')
	await user.keyboard('{Control>}{Enter}{/Control}')
	await waitFor(() => expect(shown()).toEqual(['Ines', '2 of 2']))
	await user.keyboard('a{Control>}{Enter}{/Control}')
	await waitFor(() => expect(shown()).toEqual(['Dana', '1 of 1']))
	expect(sent).toEqual([
		['Tomas', { action: 'reject', message: 'ask a jark' }],
		['Ines', { action: 'approve', message: '' }],
	])
})

test('closes after a decision from the list, and keeps a sentence while the next application is open', async () => {
	const { user, sent } = open('Dana', 'Tomas')
	await user.click(screen.getByRole('button', { name: 'Approve: Dana' }))
	const sentence = () => within(dialog('alertdialog')).getByLabelText<HTMLTextAreaElement>(/^A sentence/)
	await user.type(sentence(), 'Welcome')
	await user.click(within(dialog('alertdialog')).getByRole('button', { name: 'Next', hidden: true }))
	expect([factsIn(dialog('alertdialog'))[0], sentence().value]).toEqual(['Tomas', ''])
	await user.click(within(dialog('alertdialog')).getByRole('button', { name: 'Previous', hidden: true }))
	await waitFor(() => expect(sentence().value).toBe('Welcome'))
	await user.click(within(dialog('alertdialog')).getByRole('button', { name: 'Approve', hidden: true }))
	await waitFor(() => expect(screen.queryByRole('alertdialog', { hidden: true })).toBeNull())
	expect(screen.queryByRole('dialog', { hidden: true })).toBeNull()
	expect(sent).toEqual([['Dana', { action: 'approve', message: 'Welcome' }]])
})
