import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { TextField } from '#src/components/ui/forms/Field.tsx'
import { Form, SubmitButton } from '#src/components/ui/forms/Form.tsx'
import { answerCalls, held } from '#tests/support/site/island-server.ts'
import { contract } from '../api/contract.ts'
import { mutation } from '../api/query.ts'
import { useContractForm } from './forms.ts'

const longSchema = z.object({
	title: z.string().check(z.minLength(1, 'Title is missing')),
	place: z.string().check(z.minLength(1, 'Place is missing')),
	captcha: z.string().check(z.minLength(1, 'Captcha is missing')),
	last: z.string().check(z.minLength(1, 'Last is missing')),
})
const longMutation = mutation(contract('POST /api/long', { access: 'public', body: longSchema }), {
	input: (body: z.input<typeof longSchema>) => ({ body }),
})

const Frame = ({ first, children }: { first: () => ReactNode; children: ReactNode }) => (
	<>
		{first()}
		{children}
	</>
)

/** Registers the fields in a different order than it shows them, as in a dialog with fields as children. */
function LongForm() {
	const form = useContractForm(longSchema, longMutation, {
		defaultValues: { title: '', place: '', captcha: '', last: '' },
		labels: { title: 'Title', place: 'Place', captcha: 'Security check', last: 'Last' },
		draft: undefined,
	})
	return (
		<Form of={form}>
			<Frame first={() => <TextField {...form.field('title')} />}>
				<TextField {...form.field('place')} />
				{/* A field without a native input. */}
				<fieldset data-field="captcha" data-wrong={form.errorOf('captcha') ? true : undefined}>
					<button type="button" onClick={() => form.setValue('captcha', 'answer', { shouldValidate: true })}>
						I am a person
					</button>
				</fieldset>
				<TextField {...form.field('last')} />
			</Frame>
			<SubmitButton form={form} busy="Sending...">
				Send
			</SubmitButton>
		</Form>
	)
}

async function openLong() {
	answerCalls({})
	render(<LongForm />)
	const send = screen.getByRole<HTMLButtonElement>('button', { name: 'Send' })
	await waitFor(() => expect(send.disabled).toBe(false))
	return { user: userEvent.setup(), send }
}
const focused = () => document.activeElement

test('moves focus to the first invalid field in visual order, on each submit', async () => {
	const { user, send } = await openLong()
	await user.click(send)
	expect(await screen.findByText('Last is missing')).toBeDefined()
	expect(focused()).toBe(screen.getByLabelText('Title'))
	await user.click(send)
	await waitFor(() => expect(focused()).toBe(screen.getByLabelText('Title')))
	await user.type(screen.getByLabelText('Title'), 'x')
	await user.click(send)
	await waitFor(() => expect(focused()).toBe(screen.getByLabelText('Place')))
	await user.type(screen.getByLabelText('Place'), 'x')
	await user.click(send)
	await waitFor(() => expect(focused()).toBe(screen.getByRole('button', { name: 'I am a person' })))
	await user.click(screen.getByRole('button', { name: 'I am a person' }))
	await user.click(send)
	await waitFor(() => expect(focused()).toBe(screen.getByLabelText('Last')))
})

test('keeps focus while a field becomes valid', async () => {
	const { user, send } = await openLong()
	await user.click(send)
	await user.type(screen.getByLabelText('Last'), 'x')
	expect(focused()).toBe(screen.getByLabelText('Last'))
})

test('lists invalid fields with links in a form with many fields', async () => {
	const { user, send } = await openLong()
	expect(screen.queryByRole('region', { name: 'Fields to check' })).toBeNull()
	await user.click(send)
	const summary = await screen.findByRole('region', { name: 'Fields to check' })
	const listed = () =>
		within(summary)
			.getAllByRole('button')
			.map(({ textContent }) => textContent)
	expect(listed()).toEqual(['Title', 'Place', 'Security check', 'Last'])
	await user.click(within(summary).getByRole('button', { name: 'Last' }))
	expect(focused()).toBe(screen.getByLabelText('Last'))
	await user.keyboard('x')
	await waitFor(() => expect(listed()).toEqual(['Title', 'Place', 'Security check']))
	await user.click(within(summary).getByRole('button', { name: 'Security check' }))
	expect(focused()).toBe(screen.getByRole('button', { name: 'I am a person' }))
})

test('focuses the submit button after a failed request without scrolling', async () => {
	const { user, send } = await openLong()
	for (const name of ['Title', 'Place', 'Last']) await user.type(screen.getByLabelText(name), 'Some text')
	await user.click(screen.getByRole('button', { name: 'I am a person' }))
	const answer = held()
	answerCalls({
		'POST /api/long': () => answer.until.then(() => new Response(null, { status: 500 })),
	})
	await user.click(send)
	await waitFor(() => expect(send.disabled).toBe(true))
	// Browsers remove focus from a disabled button; in jsdom, call blur.
	const focus = vi.spyOn(send, 'focus')
	send.blur()
	answer.release()
	await waitFor(() => expect(document.activeElement).toBe(send))
	expect(focus).toHaveBeenCalledWith({ preventScroll: true })
})
