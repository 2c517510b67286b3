import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { TextField } from '#src/components/ui/Field.tsx'
import { useSchemaForm } from './schema-form.ts'

const schema = z.object({
	title: z.string().check(z.minLength(1, 'Title is missing')),
	place: z.string().check(z.minLength(1, 'Place is missing')),
	captcha: z.string().check(z.minLength(1, 'Captcha is missing')),
	last: z.string().check(z.minLength(1, 'Last is missing')),
})

const Frame = ({ first, children }: { first: () => ReactNode; children: ReactNode }) => (
	<>
		{first()}
		{children}
	</>
)

/** The fields are registered in another order than they stand in, as in a dialog that gets some as children. */
function Form() {
	const form = useSchemaForm(schema, { defaultValues: { title: '', place: '', captcha: '', last: '' } })
	const { errors, isDirty } = form.formState
	return (
		<form noValidate onSubmit={form.handleSubmit(() => {})}>
			<Frame first={() => <TextField label="Title" error={errors.title?.message} {...form.register('title')} />}>
				<TextField label="Place" error={errors.place?.message} {...form.register('place')} />
				{/* A field without an input of the form's own. */}
				<fieldset data-wrong={errors.captcha ? true : undefined}>
					<button type="button" onClick={() => form.setValue('captcha', 'answer')}>
						I am a person
					</button>
				</fieldset>
				<TextField label="Last" error={errors.last?.message} {...form.register('last')} />
			</Frame>
			<button type="submit">Send</button>
			{isDirty && <p>Changed</p>}
		</form>
	)
}

test('the focus moves to the first field that is wrong, at each try, in the order of reading', async () => {
	const user = userEvent.setup()
	render(<Form />)
	const send = screen.getByRole('button', { name: 'Send' })
	await user.click(send)
	expect(await screen.findByText('Last is missing')).toBeDefined()
	expect(document.activeElement).toBe(screen.getByLabelText('Title'))
	await user.click(send)
	expect(document.activeElement).toBe(screen.getByLabelText('Title'))
	await user.type(screen.getByLabelText('Title'), 'x')
	await user.click(send)
	expect(document.activeElement).toBe(screen.getByLabelText('Place'))
	await user.type(screen.getByLabelText('Place'), 'x')
	await user.click(send)
	expect(document.activeElement).toBe(screen.getByRole('button', { name: 'I am a person' }))
	await user.click(screen.getByRole('button', { name: 'I am a person' }))
	await user.click(send)
	expect(document.activeElement).toBe(screen.getByLabelText('Last'))
	expect(screen.getByText('Changed')).toBeDefined()
})

test('typing into a field that is right again leaves the focus where it is', async () => {
	const user = userEvent.setup()
	render(<Form />)
	await user.click(screen.getByRole('button', { name: 'Send' }))
	await user.type(screen.getByLabelText('Last'), 'x')
	expect(document.activeElement).toBe(screen.getByLabelText('Last'))
})
