import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '#src/lib/api/query-client.ts'
import { answerCalls, held } from '#tests/support/site/island-server.ts'
import * as caret from '../caret-line.ts'
import { MentionField } from './MentionField.tsx'

const dana = { name: 'Dana Whitfield', username: 'dana' }
const daniel = { name: 'Daniel Osei', username: 'daniel-osei' }

beforeEach(() => {
	queryClient.clear()
	// jsdom has no layout, so the caret has no line.
	vi.spyOn(caret, 'caretLineBottom').mockReturnValue(0)
})

const FormWithField = () => (
	<form>
		<MentionField label="Comment" />
		<button type="submit">Post</button>
	</form>
)
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox')
const chosen = () => screen.queryByRole('option', { selected: true })?.textContent

async function open(typed: string) {
	answerCalls({ 'GET /api/questions/members': () => [dana, daniel] })
	const user = userEvent.setup()
	render(<FormWithField />)
	await user.type(field(), typed)
	await screen.findByRole('listbox')
	return user
}

test('cycles and announces options with the arrow keys, and completes with Enter', async () => {
	const user = await open('Ask @da')
	expect(screen.getByRole('status').textContent).toMatch(/^2 members to mention\. Dana Whitfield, @dana\./)
	await user.keyboard('{ArrowDown}')
	expect(screen.getByRole('status').textContent).toContain('Daniel Osei, @daniel-osei.')
	expect(field().getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { selected: true }).id)
	await user.keyboard('{ArrowDown}')
	expect(chosen()).toContain('@dana')
	await user.keyboard('{ArrowUp}{Enter}')
	expect(field().value).toBe('Ask @daniel-osei ')
	expect(screen.queryByRole('listbox')).toBeNull()
	expect(field().getAttribute('aria-activedescendant')).toBeNull()
	await waitFor(() => expect(field().selectionStart).toBe('Ask @daniel-osei '.length))
	expect(document.activeElement).toBe(field())
})

test('completes with Tab in the middle of the text, and leaves one space', async () => {
	answerCalls({ 'GET /api/questions/members': () => [dana] })
	const user = userEvent.setup()
	render(<FormWithField />)
	await user.type(field(), 'Ask  about it')
	field().setSelectionRange(4, 4)
	await user.keyboard('@dan')
	await screen.findByRole('listbox')
	await user.keyboard('{Tab}')
	expect(field().value).toBe('Ask @dana about it')
})

test('closes the list with Escape and keeps the text; Tab then leaves the field', async () => {
	const user = await open('Ask @da')
	await user.keyboard('{Escape}')
	expect(screen.queryByRole('listbox')).toBeNull()
	expect(field().value).toBe('Ask @da')
	await user.tab()
	expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Post' }))
})

test('ignores Enter during an IME composition', async () => {
	await open('Ask @da')
	fireEvent.keyDown(field(), { key: 'Enter', isComposing: true })
	expect(field().value).toBe('Ask @da')
	expect(screen.queryByRole('listbox')).not.toBeNull()
})

test('does not complete a member that no longer matches while the next response is pending', async () => {
	const user = await open('@da')
	const { until, release } = held<unknown>()
	answerCalls({ 'GET /api/questions/members': () => until })
	await user.type(field(), 'ni')
	expect(screen.getAllByRole('option')).toHaveLength(1)
	expect(chosen()).toContain('@daniel-osei')
	await user.type(field(), 'z')
	expect(screen.queryByRole('listbox')).toBeNull()
	await user.keyboard('{Enter}')
	expect(field().value).toBe('@daniz\n')
	release([])
})

test('keeps the text when the lookup fails', async () => {
	const calls = answerCalls({})
	const user = userEvent.setup()
	render(<FormWithField />)
	await user.type(field(), 'Ask @da')
	await waitFor(() => expect(calls).toContain('GET /api/questions/members'))
	await user.type(field(), 'na, please')
	expect(field().value).toBe('Ask @dana, please')
	expect(screen.queryByRole('listbox')).toBeNull()
})
