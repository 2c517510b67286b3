// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '#src/lib/query-client.ts'
import { provideDialogs } from '#tests/support/dialog.ts'
import type { CourseModule } from '../../contract.ts'
import { AdminModules } from './AdminModules.tsx'

const call = vi.hoisted(() => vi.fn())
vi.mock('#src/lib/api-client.ts', () => ({ call, useCsrfToken: () => ({ token: null, isLoading: false }) }))

beforeAll(provideDialogs)
beforeEach(() => {
	localStorage.clear()
	call.mockReset()
})
afterEach(() => {
	cleanup()
	queryClient.clear()
})

const module = (id: string, more: Partial<CourseModule> = {}): CourseModule => ({
	id,
	courseId: 'c1',
	title: `Module ${id}`,
	description: 'What this module is about.',
	type: 'text',
	content: '<p>Something to read, in a few words.</p>',
	orderIndex: 0,
	additionalContent: '{}',
	createdAt: '2026-01-01T00:00:00.000Z',
	updatedAt: '2026-01-01T00:00:00.000Z',
	...more,
})

function open(...initial: CourseModule[]) {
	render(<AdminModules courseId="c1" userId="u1" initial={initial} frameHosts={[]} />)
	return userEvent.setup()
}

const button = (name: RegExp | string) => screen.getByRole('button', { name })

test('closing the form gives the focus back to what opened it', async () => {
	const user = open(module('one'))
	await user.click(button('Add Module'))
	await user.click(button('Close'))
	expect(document.activeElement).toBe(button('Add Module'))
	await user.click(button(/^Edit/))
	await user.click(button('Close'))
	expect(document.activeElement).toBe(button(/^Edit/))
})

test.each([[[module('two')]], [[]]])('after a deletion the focus is on what is left: %#', async (left) => {
	vi.spyOn(window, 'confirm').mockReturnValue(true)
	call.mockImplementation(({ method }) => Promise.resolve(method === 'GET' ? left : undefined))
	const user = open(module('one'), ...left)
	await user.click(button(/^Delete/))
	await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Module' })))
})

test('deleting the only module asks with what follows from it', async () => {
	const confirm = vi.spyOn(window, 'confirm').mockReturnValue(false)
	const question =
		/^Are you sure you want to delete this module\? This action cannot be undone\.\n\nMembers’ progress.* 30 days .*Recently deleted\.$/
	const user = open(module('one'), module('two'))
	await user.click(button(/^Delete/))
	expect(confirm).toHaveBeenLastCalledWith(expect.stringMatching(question))
	cleanup()
	queryClient.clear()
	open(module('one'))
	await user.click(button(/^Delete/))
	expect(confirm).toHaveBeenLastCalledWith(
		expect.stringMatching(
			/30 days .*\. It is the only one of this course: nobody can enroll until there is another\.$/,
		),
	)
	expect(call).not.toHaveBeenCalled()
})

test('a module that is not finished says what it lacks', () => {
	open(module('one', { type: 'quiz' }), module('two', { type: 'journal' }), module('three'))
	expect(screen.getByText('Unfinished: has no questions')).toBeTruthy()
	expect(screen.getByText('Unfinished: has no prompt')).toBeTruthy()
	expect(screen.getAllByText(/^Unfinished/)).toHaveLength(2)
})
