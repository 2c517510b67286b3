// @vitest-environment jsdom
import { render, renderHook, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const rules = vi.hoisted(() => ({ loaded: 0 }))
vi.mock('@second-chair/confidentiality/detect.ts', async (original) => {
	rules.loaded++
	return original()
})

beforeEach(() => {
	vi.resetModules()
	rules.loaded = 0
})
afterEach(() => {
	vi.doUnmock('../load-detector.ts')
	document.body.replaceChildren()
})

async function renderForm() {
	const { useReminder } = await import('./use-reminder.ts')
	const { result } = renderHook(() => useReminder())
	render(
		<>
			<input aria-label="Search" />
			<form>
				<input aria-label="Title" />
				<textarea aria-label="Body" />
			</form>
		</>,
	)
	return result
}

test('loads the rules on the first letter of a post, not with the page', async () => {
	await renderForm()
	const user = userEvent.setup()
	await user.type(screen.getByLabelText('Search'), 'leases')
	await user.click(screen.getByLabelText('Body'))
	expect(rules.loaded).toBe(0)
	await user.type(screen.getByLabelText('Title'), 'H')
	await vi.waitFor(() => expect(rules.loaded).toBe(1))
	await user.type(screen.getByLabelText('Body'), 'ow')
	expect(rules.loaded).toBe(1)
})

test('also checks restored text, and does not post twice on a second click during the check', async () => {
	const reminder = await renderForm()
	const answers = await Promise.all([
		reminder.current.check({ body: 'How do you bill?' }),
		reminder.current.check({ body: 'How do you bill?' }),
	])
	expect(answers).toEqual([true, false])
	expect(await reminder.current.check({ body: 'Call her at (602) 555-0143.' })).toBe(false)
	expect(reminder.current.redact('Call her at (602) 555-0143, soon.')).toBe('Call her at [phone number], soon.')
})

test('warns once and allows the post when the rules cannot be loaded', async () => {
	vi.doMock('../load-detector.ts', () => ({ loadDetector: () => Promise.reject(new Error('offline')) }))
	const reminder = await renderForm()
	const { $toast } = await import('#src/lib/toast.ts')
	expect(await reminder.current.check({ body: 'Call her at (602) 555-0143.' })).toBe(false)
	expect($toast.get()?.title).toBe('Not checked for client details')
	expect(await reminder.current.check({ body: 'Call her at (602) 555-0143.' })).toBe(true)
})
