// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ComponentProps } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { MediaItem } from '#src/features/media/contract.ts'
import { uploadFile } from '#src/features/media/upload.ts'
import { queryClient } from '#src/lib/api/query-client.ts'
import { $toast, dismissToast } from '#src/lib/toast.ts'
import { provideDialogs } from '#tests/support/site/dialog.ts'
import { held } from '#tests/support/site/island-server.ts'
import type { CourseModule } from '../../contract.ts'
import type { ModuleDraftResponse } from '../../draft-contract.ts'
import { AdminModules } from './AdminModules.tsx'

const call = vi.hoisted(() => vi.fn())
vi.mock('#src/lib/api/api-client.ts', () => ({ call, useCsrfToken: () => ({ token: null, isLoading: false }) }))

vi.mock('#src/features/media/upload.ts', async (original) => ({
	...(await original<typeof import('#src/features/media/upload.ts')>()),
	uploadFile: vi.fn(),
}))

beforeAll(provideDialogs)
beforeEach(() => {
	localStorage.clear()
	call.mockReset()
})
afterEach(() => {
	cleanup()
	queryClient.clear()
})

const module = (id: string, overrides: Partial<CourseModule> = {}): CourseModule => ({
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
	...overrides,
})

const open = (...initial: CourseModule[]) => openWith(initial, { isPublished: false, drafts: [] })
const openLive = (initial: CourseModule[], drafts: ModuleDraftResponse[]) =>
	openWith(initial, { isPublished: true, drafts })

function openWith(
	initial: CourseModule[],
	initialDrafts: { isPublished: boolean; drafts: ModuleDraftResponse[] },
	props: Partial<ComponentProps<typeof AdminModules>> = {},
) {
	render(
		<AdminModules
			courseId="c1"
			userId="u1"
			initial={initial}
			initialDrafts={initialDrafts}
			otherCourses={[]}
			frameHosts={[]}
			{...props}
		/>,
	)
	return userEvent.setup()
}

/** Responds to every change with `changed`, and to refetches with `modules` and no drafts. */
const answerWith = (changed: unknown, modules: unknown) =>
	call.mockImplementation(({ method, path }) => {
		const drafts = { isPublished: false, drafts: [] }
		return Promise.resolve(method !== 'GET' ? changed : path.endsWith('/drafts') ? drafts : modules)
	})

const button = (name: RegExp | string) => screen.getByRole('button', { name })

test('warns when a module for members is copied into a public course', async () => {
	const otherCourses = [
		{ id: 'c2', title: 'Open to all', isPublished: true, membersOnly: false },
		{ id: 'c3', title: 'Behind the door too', isPublished: true, membersOnly: true },
	]
	const user = openWith([module('one')], { isPublished: true, drafts: [] }, { isForMembers: true, otherCourses })
	await user.click(button('More for Module one'))
	await user.click(screen.getByRole('menuitem', { name: 'Copy to another course' }))
	const dialog = screen.getByRole('dialog', { name: 'Copy to another course' })
	expect(dialog.textContent).toContain('Visitors can read the module there once it is published')
	await user.selectOptions(screen.getByLabelText('Course'), 'Behind the door too')
	expect(dialog.textContent).not.toContain('Visitors can read the module there')
})

test('returns the focus to the button when the form closes', async () => {
	const user = open(module('one'))
	await user.click(button('Add Module'))
	await user.click(button('Close'))
	expect(document.activeElement).toBe(button('Add Module'))
	await user.click(button(/^Edit/))
	await user.click(button('Close'))
	expect(document.activeElement).toBe(button(/^Edit/))
})

test.each([[[module('two')]], [[]]])('focuses the module pane after a deletion: %#', async (left) => {
	answerWith(undefined, left)
	const user = open(module('one'), ...left)
	await user.click(button(/^Delete/))
	await user.click(button('Delete'))
	await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Module' })))
})

test('warns about the consequences before it deletes the only module', async () => {
	const question = () => screen.getByRole('alertdialog').textContent
	const lastModule = 'This is the only module. No one can enroll until you add another.'
	const user = open(module('one'), module('two'))
	await user.click(button(/^Delete/))
	expect(question()).toMatch(
		/Are you sure you want to delete this module\? This action cannot be undone\.Members’ progress.* An admin can restore it from Recently deleted for 30 days\./,
	)
	expect(question()).not.toContain(lastModule)
	await user.click(button('Cancel'))
	cleanup()
	queryClient.clear()
	open(module('one'))
	await user.click(button(/^Delete/))
	expect(question()).toContain(`30 days. ${lastModule}`)
	expect(call).not.toHaveBeenCalled()
})

test('shows what an unfinished module is missing', () => {
	open(module('one', { type: 'quiz' }), module('two', { type: 'journal' }), module('three'))
	expect(screen.getByText('Unfinished: has no questions')).toBeTruthy()
	expect(screen.getByText('Unfinished: has no prompt')).toBeTruthy()
	expect(screen.getAllByText(/^Unfinished/)).toHaveLength(2)
})

const draftOf = (id: string, overrides: Partial<ModuleDraftResponse> = {}): ModuleDraftResponse => ({
	...module(id, { title: `Draft of ${id}`, version: 4 }),
	isNew: false,
	savedAt: '2026-01-02T00:00:00.000Z',
	savedBy: 'Ada Admin',
	isBehind: false,
	...overrides,
})

test('shows a draft in place of its module, and new modules at the end', async () => {
	const user = openLive([module('one'), module('two')], [draftOf('two'), draftOf('three', { isNew: true })])
	expect(screen.getByText('2 modules have unpublished changes. Members do not see them.')).toBeTruthy()
	await user.click(button(/^Draft of two/))
	expect(screen.getByRole('heading', { level: 2, name: 'Draft of two' })).toBeTruthy()
	expect(screen.getByRole('region', { name: 'Draft' }).textContent).toContain('by Ada Admin')
	await user.click(button(/^Draft of three/))
	// A new module has no position and nothing to compare it with, and Discard removes it.
	expect(screen.queryByRole('link', { name: 'Compare' })).toBeNull()
	expect(screen.queryByRole('button', { name: 'Move Draft of three up' })).toBeNull()
	expect(screen.queryByRole('button', { name: /^Delete/ })).toBeNull()
})

test('saves an unfinished module of a published course only as a draft', async () => {
	const user = openLive([module('one', { version: 7 })], [])
	answerWith(draftOf('one'), [module('one')])
	await user.click(button(/^Edit/))
	await user.clear(screen.getByLabelText('Title'))
	await user.click(button('Save Module'))
	expect(await screen.findByText('Title must be at least 3 characters')).toBeTruthy()
	expect(call).not.toHaveBeenCalled()
	await user.click(button('Keep as draft'))
	await waitFor(() => expect(call).toHaveBeenCalled())
	const [[contract, input]] = call.mock.calls as [[{ path: string }, { body: object }]]
	expect(contract.path).toBe('/api/admin/modules/:id/draft')
	expect(input.body).toMatchObject({ title: '', version: 7 })
})

test('removes the draft when its form is saved, and offers no draft in an unpublished course', async () => {
	const user = openLive([module('one')], [draftOf('one')])
	answerWith(module('one', { version: 5 }), [module('one')])
	await user.click(button(/^Edit/))
	await user.type(screen.getByLabelText('Title'), ', revised')
	await user.click(button('Save Module'))
	await waitFor(() => expect(call).toHaveBeenCalled())
	const [[contract, input]] = call.mock.calls as [[{ path: string }, { body: object }]]
	expect(contract.path).toBe('/api/modules/:id')
	expect(input.body).toMatchObject({ title: 'Draft of one, revised', version: 4, endsDraft: true })
	cleanup()
	queryClient.clear()
	const other = open(module('one'))
	await other.click(button(/^Edit/))
	expect(screen.queryByRole('button', { name: 'Keep as draft' })).toBeNull()
})

test('neither saves nor leaves a module during an upload', async () => {
	const file = held<MediaItem>()
	vi.mocked(uploadFile).mockReturnValue(file.until)
	answerWith(module('a'), [module('a'), module('b')])
	const user = open(module('a'), module('b'))
	await user.click(button(/^Edit/))
	const form = screen.getByRole('form', { name: 'Edit module' })
	const input = form.querySelector<HTMLInputElement>('input[data-upload="worksheet"]')
	await user.upload(input as HTMLInputElement, new File(['%PDF'], 'Fees.pdf', { type: 'application/pdf' }))
	for (const name of ['Save Module', 'Close', 'Add Module', /^Module b/]) {
		dismissToast()
		await user.click(button(name))
		expect($toast.get()?.title).toBe('A file is still being uploaded. Wait until it is done, or cancel the upload.')
	}
	expect(screen.getByRole('form', { name: 'Edit module' })).toBe(form)
	const sent = () => call.mock.calls.filter(([{ method }]) => method !== 'GET').map(([, { body }]) => body)
	expect(sent()).toEqual([])

	const pdf = {
		id: 'f',
		name: 'Fees.pdf',
		url: '/media/01m8bvg6vn4e0ynjnbrq/fees.pdf',
		kind: 'pdf',
		bytes: 4,
		isPublic: false,
		seconds: null,
	}
	file.release(pdf as MediaItem)
	await screen.findByDisplayValue('Fees')
	await user.click(button('Save Module'))
	await waitFor(() => expect(sent()).toMatchObject([{ additionalContent: { files: [{ title: 'Fees' }] } }]))
})
