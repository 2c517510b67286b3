import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answerCalls, held } from '#tests/support/site/island-server.ts'
import { emptyBrowser, isReady, open, SAVE, saved, text } from '#tests/support/site/note-form.tsx'

beforeEach(emptyBrowser)

for (const key of ['Control', 'Meta'])
	test(`${key} and Enter in a multi-line field submit without a line break`, async () => {
		const sent: unknown[] = []
		answerCalls({
			[SAVE](body) {
				sent.push(body)
				return saved('A text')
			},
		})
		const { user } = await open({ after: 'stays' })
		await user.type(text(), 'A text')
		await user.keyboard(`{${key}>}{Enter}{/${key}}`)
		await waitFor(() => expect(sent).toEqual([{ text: 'A text', secret: '' }]))
		expect(text().value).toBe('A text')
	})

test('Control and Enter in a one-line field submit', async () => {
	const calls = answerCalls({ [SAVE]: () => saved('A text') })
	const { user } = await open({ after: 'stays' })
	await user.type(text(), 'A text')
	// In Chromium and jsdom, this key combination has no default action.
	expect(fireEvent.keyDown(screen.getByLabelText('Secret'), { key: 'Enter', ctrlKey: true })).toBe(false)
	await waitFor(() => expect(calls).toEqual([SAVE]))
})

test("leaves Enter to an editor's panel inside the form", async () => {
	const calls = answerCalls({ [SAVE]: () => saved('A text') })
	await open({ after: 'stays' })
	const panel = document.createElement('div')
	panel.role = 'dialog'
	const urlInput = panel.appendChild(document.createElement('input'))
	text().form?.append(panel)
	expect(fireEvent.keyDown(urlInput, { key: 'Enter', ctrlKey: true })).toBe(true)
	expect(calls).toEqual([])
})

test('submits once when pressed again or held down', async () => {
	const answer = held()
	const calls = answerCalls({ [SAVE]: () => answer.until.then(() => saved('A text')) })
	const { user } = await open({ after: 'stays' })
	await user.type(text(), 'A text')
	const press = (repeat = false) => fireEvent.keyDown(text(), { key: 'Enter', ctrlKey: true, repeat })
	press()
	press()
	press(true)
	await waitFor(() => expect(calls).toEqual([SAVE]))
	press()
	answer.release()
	await isReady()
	press(true)
	expect(calls).toEqual([SAVE])
})

test('does not submit on Enter alone, with Shift or Alt, or at the end of a composition', async () => {
	const calls = answerCalls({ [SAVE]: () => saved('A text') })
	const { user } = await open({ after: 'stays' })
	await user.type(text(), 'A text')
	const keys = [
		{},
		{ ctrlKey: true, shiftKey: true },
		{ ctrlKey: true, altKey: true },
		{ ctrlKey: true, isComposing: true },
	]
	// The field handles other key combinations.
	for (const more of keys) expect(fireEvent.keyDown(text(), { key: 'Enter', ...more })).toBe(true)
	expect(calls).toEqual([])
})
