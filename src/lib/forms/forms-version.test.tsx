import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answerCalls } from '#tests/support/site/island-server.ts'
import { emptyBrowser, isReady, open, SAVE, save, saved, text } from '#tests/support/site/note-form.tsx'
import { PROBLEM_TYPE } from '../api/version.ts'

beforeEach(emptyBrowser)

/** Mocks responses. Returns the versions that the changes were based on. */
function answerVersions(...answers: Array<() => unknown>) {
	const sent: unknown[] = []
	answerCalls({ [SAVE]: (body) => answers[sent.push((body as { version: number }).version) - 1]?.() })
	return sent
}

test('shows a concurrent change next to the input, and replaces it on the next submit', async () => {
	const problem = { detail: 'This note has changed.', current: saved('Theirs', 4) }
	const sent = answerVersions(
		() => Response.json(problem, { status: 409, headers: { 'Content-Type': PROBLEM_TYPE } }),
		() => saved('Once!', 5),
	)
	const { user } = await open({ after: 'stays', original: saved('Once') })
	await user.type(text(), '!')
	await user.click(save())
	await screen.findByRole('region', { name: /has changed since you opened it/ })
	expect(text().value).toBe('Once!')
	await user.click(save())
	await waitFor(() => expect(sent).toEqual([1, 4]))
	await waitFor(() => expect(screen.queryByRole('region')).toBeNull())
})

test('does not conflict with its own previous change', async () => {
	const sent = answerVersions(
		() => saved('Once!', 2),
		() => saved('Once!!', 3),
	)
	const { user } = await open({ after: 'stays', original: saved('Once') })
	await user.type(text(), '!')
	await user.click(save())
	await waitFor(() => expect(screen.queryByText('Changed')).toBeNull())
	await isReady()
	await user.type(text(), '!')
	await user.click(save())
	await waitFor(() => expect(sent).toEqual([1, 2]))
})

test('increments the version after an empty response', async () => {
	const sent = answerVersions(
		() => undefined,
		() => undefined,
	)
	const { user } = await open({ after: 'stays', original: saved('Once') })
	for (const version of [1, 2]) {
		await user.type(text(), '!')
		await user.click(save())
		await waitFor(() => expect(sent.at(-1)).toBe(version))
		await isReady()
	}
})

test('follows a newer version if there is no input, but never replaces input', async () => {
	const sent = answerVersions(() => saved('Two!', 4))
	const { user, again } = await open({ original: saved('One') })
	again({ original: saved('Two', 2) })
	await waitFor(() => expect(text().value).toBe('Two'))
	await user.type(text(), '!')
	again({ original: saved('Three', 3) })
	expect(text().value).toBe('Two!')
	await user.click(save())
	await waitFor(() => expect(sent).toEqual([2]))
})

test('reports an item deleted during editing, and keeps the input to copy', async () => {
	answerCalls({ [SAVE]: () => new Response('Note not found', { status: 404 }) })
	const { user } = await open({ after: 'stays', original: saved('Once') })
	await user.type(text(), '!')
	await user.click(save())
	expect((await screen.findByRole('alert')).textContent).toBe(
		'Note not foundIt may have been deleted. Your text stays here, so that you can copy it.',
	)
	expect(text().value).toBe('Once!')
})
