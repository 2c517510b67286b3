import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type * as z from 'zod/mini'
import { answerCalls, held } from '#tests/support/site/island-server.ts'
import {
	emptyBrowser,
	isReady,
	type NoteInput,
	type NoteProps,
	type note,
	open,
	SAVE,
	save,
	saved,
	text,
} from '#tests/support/site/note-form.tsx'
import type { FormDraft } from './form-text.ts'

beforeEach(emptyBrowser)

const draft: FormDraft<keyof NoteInput> = { key: 'note:u1', except: ['secret'] }
const storedDrafts = () => Object.values({ ...localStorage })

test('restores input after a reload until it is sent, except for excluded fields', async () => {
	answerCalls({ [SAVE]: () => saved('A text') })
	const { user } = await open({ draft })
	await user.type(text(), 'A text')
	await user.type(screen.getByLabelText('Secret'), 'hunter2')
	expect(storedDrafts()).toEqual([JSON.stringify({ text: 'A text' })])
	cleanup()
	const later = await open({ draft })
	expect(text().value).toBe('A text')
	expect(screen.getByText('Changed')).toBeDefined()
	await later.user.click(save())
	await waitFor(() => expect(storedDrafts()).toEqual([]))
})

test('stores a visitor’s draft in the tab', async () => {
	answerCalls({})
	const { user } = await open({ draft: { key: 'note', place: 'tab' } })
	await user.type(text(), 'A text')
	expect(localStorage).toHaveLength(0)
	expect(sessionStorage).toHaveLength(1)
})

test('restores a draft in the old format, and ignores a draft that does not fit this form', async () => {
	answerCalls({})
	localStorage.setItem('second-chair:draft:note:u1', 'Once upon a time')
	await open({ draft })
	expect(text().value).toBe('Once upon a time')
	cleanup()
	localStorage.setItem('second-chair:draft:note:u1', JSON.stringify({ text: 7, other: 'x' }))
	await open({ draft, initial: 'As saved' })
	expect(text().value).toBe('As saved')
})

test('discards input and its draft, and stores no draft of unchanged input', async () => {
	answerCalls({})
	const { user } = await open({ draft, initial: 'As saved' })
	await user.type(text(), '!')
	expect(storedDrafts()).toHaveLength(1)
	await user.type(text(), '{Backspace}')
	expect(storedDrafts()).toEqual([])
	await user.type(text(), '!')
	await user.click(screen.getByRole('button', { name: 'Discard' }))
	expect(text().value).toBe('As saved')
	expect(storedDrafts()).toEqual([])
	expect(screen.queryByText('Changed')).toBeNull()
})

async function typeWhileSending(props: NoteProps, more: string) {
	const { until, release } = held<z.output<typeof note>>()
	const calls = answerCalls({ [SAVE]: () => until })
	const onDone = vi.fn()
	const { user } = await open({ ...props, draft, onDone })
	await user.type(text(), 'First')
	await user.click(save())
	await waitFor(() => expect(calls).toEqual([SAVE]))
	await user.type(text(), more)
	release(saved('First'))
	await waitFor(() => expect(onDone).toHaveBeenCalled())
	return onDone
}

test('keeps text typed during a post in the field and the draft, and removes the posted text', async () => {
	const onDone = await typeWhileSending({ after: 'empties' }, ' and second')
	expect(text().value).toBe('and second')
	expect(storedDrafts()).toEqual([JSON.stringify({ text: 'and second' })])
	expect(onDone).toHaveBeenCalledWith(saved('First'), false)
	await isReady()
})

test('keeps text typed during a save as a draft next to the saved values', async () => {
	const onDone = await typeWhileSending({ after: 'stays' }, ' and second')
	expect(text().value).toBe('First and second')
	expect(storedDrafts()).toEqual([JSON.stringify({ text: 'First and second' })])
	expect(onDone).toHaveBeenCalledWith(saved('First'), false)
	expect(screen.getByText('Changed')).toBeDefined()
	await userEvent.setup().click(screen.getByRole('button', { name: 'Discard' }))
	expect(text().value).toBe('First')
})

test.each(['empties', 'stays'] as const)(
	'is done after a success if there is no newer input: a form that %s',
	async (after) => {
		const onDone = await typeWhileSending({ after }, ' {Backspace}')
		expect(text().value).toBe(after === 'empties' ? '' : 'First')
		expect(storedDrafts()).toEqual([])
		expect(onDone).toHaveBeenCalledWith(saved('First'), true)
		expect(screen.queryByText('Changed')).toBeNull()
	},
)

test('blocks input while a form that closes on success is pending, since it would be lost', async () => {
	await typeWhileSending({ after: 'ends' }, ' and second')
	expect(text().value).toBe('First')
	expect(storedDrafts()).toEqual([])
})

test('includes input that was typed during an asynchronous check', async () => {
	const sent: unknown[] = []
	answerCalls({ [SAVE]: (body) => sent.push((body as NoteInput).text) && saved('') })
	const { until, release } = held()
	const checked: string[] = []
	const before: NoteProps['before'] = async (body, send) => {
		checked.push(body.text)
		await until
		send(body)
	}
	const { user } = await open({ before })
	await user.type(text(), 'First')
	await user.click(save())
	await waitFor(() => expect(checked).toEqual(['First']))
	await user.type(text(), ' and second')
	release()
	await waitFor(() => expect(sent).toEqual(['First and second']))
	expect(checked).toEqual(['First', 'First and second'])
})

test('follows values saved elsewhere if there is no input, but never replaces input', async () => {
	answerCalls({})
	const { user, again } = await open({ initial: 'One' })
	again({ initial: 'Two' })
	await waitFor(() => expect(text().value).toBe('Two'))
	expect(screen.queryByText('Changed')).toBeNull()
	await user.type(text(), '!')
	again({ initial: 'Three' })
	await act(async () => {})
	expect(text().value).toBe('Two!')
})

test('is ready for the next post on a page restored by Back', async () => {
	answerCalls({ [SAVE]: () => saved('A text') })
	const onDone = vi.fn()
	const onBack = vi.fn()
	const { user } = await open({ onDone, onBack })
	await user.type(text(), 'A text')
	await user.click(save())
	await waitFor(() => expect(onDone).toHaveBeenCalled())
	act(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
	expect(onBack).toHaveBeenCalledWith(saved('A text'))
	expect(text().value).toBe('')
	expect(save()).toHaveProperty('disabled', false)
})
