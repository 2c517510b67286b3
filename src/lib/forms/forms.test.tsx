import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type * as z from 'zod/mini'
import { answerCalls, held } from '#tests/support/site/island-server.ts'
import {
	emptyBrowser,
	isReady,
	Note,
	type note,
	open,
	SAVE,
	save,
	saved,
	scrolled,
	text,
} from '#tests/support/site/note-form.tsx'
import { setUser } from '../api/auth-state.ts'
import { CSRF_COOKIE } from '../api/csrf.ts'
import { $toast, dismissToast } from '../toast.ts'

beforeEach(emptyBrowser)

test('shows a validation error at its field, does not submit, and validates again on input', async () => {
	const calls = answerCalls({ [SAVE]: () => saved('A text') })
	const { user } = await open()
	await user.type(text(), 'A')
	expect(screen.queryByText('Text is too short')).toBeNull()
	await user.click(save())
	expect(await screen.findByText('Text is too short')).toBeDefined()
	expect(calls).toEqual([])
	await user.type(text(), ' text')
	await waitFor(() => expect(screen.queryByText('Text is too short')).toBeNull())
	await user.click(save())
	await waitFor(() => expect(calls).toEqual([SAVE]))
})

test.each([
	['natively', (field: HTMLInputElement) => Reflect.set(HTMLInputElement.prototype, 'value', 'hidden', field)],
	['without events', (field: HTMLInputElement) => Object.assign(field, { value: 'hidden' })],
])('sends the values that a password manager sets %s', async (_, fill) => {
	const sent: unknown[] = []
	answerCalls({ [SAVE]: (body) => sent.push(body) && saved('A text') })
	const { user } = await open()
	await user.type(text(), 'A text')
	const secret = screen.getByLabelText<HTMLInputElement>('Secret')
	await user.click(secret)
	fill(secret)
	await user.click(save())
	await waitFor(() => expect(sent).toEqual([{ text: 'A text', secret: 'hidden' }]))
})

test('shows a failure in place, keeps the input and retries', async () => {
	let isFull = true
	const sent: unknown[] = []
	answerCalls({
		[SAVE](body) {
			sent.push(body)
			return isFull ? new Response('The note book is full.', { status: 409 }) : saved('A text')
		},
	})
	const onDone = vi.fn()
	const { user } = await open({ onDone })
	await user.type(text(), 'A text')
	await user.click(save())
	expect((await screen.findByRole('alert')).textContent).toBe('The note book is full.')
	expect(screen.getByRole('form', { name: 'Note' }).contains(screen.getByRole('alert'))).toBe(true)
	expect(scrolled).toHaveBeenCalled()
	await isReady()
	expect(document.activeElement).toBe(save())
	expect(text().value).toBe('A text')
	expect(onDone).not.toHaveBeenCalled()
	isFull = false
	await user.click(save())
	await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
	expect(screen.queryByRole('alert')).toBeNull()
	expect(sent).toEqual([
		{ text: 'A text', secret: '' },
		{ text: 'A text', secret: '' },
	])
})

test("hides the server's error once the input is invalid", async () => {
	answerCalls({ [SAVE]: () => new Response('The note book is full.', { status: 409 }) })
	const { user } = await open()
	await user.type(text(), 'A text')
	await user.click(save())
	expect((await screen.findByRole('alert')).textContent).toBe('The note book is full.')
	await isReady()
	await user.clear(text())
	await user.type(text(), 'A')
	await user.click(save())
	expect(await screen.findByText('Text is too short')).toBeDefined()
	await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test("keeps the failure's space while the form is submitted again", async () => {
	const { until, release } = held<Response>()
	const answers = [() => new Response('The note book is full.', { status: 409 }), () => until]
	answerCalls({ [SAVE]: () => answers.shift()?.() })
	const { user } = await open()
	await user.type(text(), 'A text')
	await user.click(save())
	await screen.findByRole('alert')
	await isReady()
	await user.click(save())
	expect(screen.queryByRole('alert')).toBeNull()
	expect(screen.getByText('The note book is full.')).toBeDefined()
	release(new Response('The note book is still full.', { status: 409 }))
	expect((await screen.findByRole('alert')).textContent).toBe('The note book is still full.')
	expect(screen.queryByText('The note book is full.')).toBeNull()
})

test('links to the sign-in page after the session expired', async () => {
	answerCalls({ [SAVE]: () => new Response('Please sign in.', { status: 401 }) })
	const { user } = await open()
	await user.type(text(), 'A text')
	await user.click(save())
	const link = await screen.findByRole('link', { name: 'Sign in in a new tab' })
	expect(link.getAttribute('target')).toBe('_blank')
})

test("shows only the page's notice, no alert or toast, when a known user's session expires", async () => {
	onTestFinished(() => setUser(null))
	setUser({ id: 'ruth', name: 'Ruth', username: 'ruth', email: 'ruth@club.example', role: 'user' })
	dismissToast()
	answerCalls({ [SAVE]: () => new Response('Please sign in.', { status: 401 }) })
	const { user } = await open()
	await user.type(text(), 'A text')
	await user.click(save())
	await isReady()
	expect([screen.queryByRole('alert'), $toast.get()]).toEqual([null, null])
	expect(text().value).toBe('A text')
	answerCalls({ [SAVE]: () => new Response('The note book is full.', { status: 409 }) })
	await user.click(save())
	await screen.findByRole('alert')
	expect($toast.get()?.title).toBe('Failed to save note')
})

test('waits for the CSRF token and sends it', async () => {
	const { until, release } = held<{ csrfToken: string }>()
	const sent: unknown[] = []
	answerCalls({ 'GET /api/csrf-token': () => until })
	// biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store
	document.cookie = `${CSRF_COOKIE}=; max-age=0`
	const { fetch } = globalThis
	vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
		if (init.method !== 'POST') return fetch(url, init)
		sent.push(new Headers(init.headers).get('X-XSRF-TOKEN'))
		return Promise.resolve(Response.json(saved('A text')))
	})
	render(<Note />)
	const user = userEvent.setup()
	await user.type(text(), 'A text')
	expect(save().disabled).toBe(true)
	release({ csrfToken: 'fresh' })
	await isReady()
	expect(new FormData(screen.getByRole('form', { name: 'Note' })).get('_csrf')).toBe('fresh')
	await user.click(save())
	await waitFor(() => expect(sent).toEqual(['fresh']))
})

test('ignores a second submit', async () => {
	const { until, release } = held<z.output<typeof note>>()
	const onDone = vi.fn()
	const calls = answerCalls({ [SAVE]: () => until })
	const { user } = await open({ onDone })
	await user.type(text(), 'A text')
	const form = screen.getByRole('form', { name: 'Note' })
	fireEvent.submit(form)
	fireEvent.submit(form)
	await waitFor(() => expect(calls).toEqual([SAVE]))
	fireEvent.submit(form)
	release(saved('A text'))
	await waitFor(() => expect(onDone).toHaveBeenCalled())
	// The form's dialog or page is about to close. Until then the form stays busy.
	fireEvent.submit(form)
	await act(async () => {})
	expect(calls).toEqual([SAVE])
	expect(save().textContent).toBe('Saving...')
})
