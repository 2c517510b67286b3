import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, vi } from 'vitest'
import * as z from 'zod/mini'
import { TextAreaField, TextField } from '#src/components/ui/forms/Field.tsx'
import { Form, SubmitButton } from '#src/components/ui/forms/Form.tsx'
import { contract } from '#src/lib/api/contract.ts'
import { mutation } from '#src/lib/api/query.ts'
import { queryClient } from '#src/lib/api/query-client.ts'
import { changedMeanwhile, versionField } from '#src/lib/api/version.ts'
import type { AfterSending, FormDraft } from '#src/lib/forms/form-text.ts'
import { useContractForm } from '#src/lib/forms/forms.ts'

/**
 * Mock of `scrollIntoView`. Returns a promise, as newer browsers do: an effect must not return it as its cleanup.
 */
export const scrolled = vi.fn(() => Promise.resolve())
/** Clears the browser's state before each test. */
export function emptyBrowser(): void {
	localStorage.clear()
	sessionStorage.clear()
	queryClient.clear()
	scrolled.mockClear()
	Element.prototype.scrollIntoView = scrolled as unknown as () => void
}

const noteBody = z.object({
	text: z.string().check(z.trim(), z.minLength(3, 'Text is too short')),
	secret: z.string(),
})
export const note = z.object({ text: z.string(), version: z.number() })
const saveNote = contract('POST /api/note', {
	access: 'member',
	body: z.object({ ...noteBody.shape, ...versionField }),
	response: note,
	errors: { changed: changedMeanwhile('note') },
	current: note,
})
export type NoteInput = z.input<typeof noteBody>
const saveNoteMutation = mutation(saveNote, {
	input: (body: NoteInput & { version?: number | undefined }) => ({ body }),
	failed: 'Failed to save note',
})
export const SAVE = 'POST /api/note'
export const saved = (text: string, version = 1) => ({ text, version })

export type NoteProps = {
	initial?: string
	original?: z.output<typeof note>
	draft?: FormDraft<keyof NoteInput>
	after?: AfterSending
	before?: (body: NoteInput, send: (body: NoteInput) => void) => unknown
	onDone?: (answer: unknown, isDone: boolean) => void
	onBack?: () => void
}

export function Note({ initial = '', original, draft, after = 'ends', before, onDone, onBack }: NoteProps) {
	const form = useContractForm(noteBody, saveNoteMutation, {
		defaultValues: { text: original?.text ?? initial, secret: '' },
		labels: { text: 'Text', secret: 'Secret' },
		afterSending: after,
		edited: { what: 'note', original, toForm: ({ text }) => ({ text }) },
		toInput: (body, base) => ({ ...body, version: base?.version }),
		draft,
		...(before && { before }),
		...(onDone && { onDone }),
		...(onBack && { onBack }),
	})
	return (
		<Form of={form} aria-label="Note">
			<TextAreaField {...form.field('text')} />
			<TextField {...form.field('secret')} />
			<SubmitButton form={form} busy="Saving...">
				Save
			</SubmitButton>
			<button type="button" onClick={form.discard}>
				Discard
			</button>
			{form.isDirty && <p>Changed</p>}
		</Form>
	)
}

export const text = () => screen.getByLabelText<HTMLTextAreaElement>('Text')
export const save = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Sav/ })
export const isReady = () => waitFor(() => expect(save().disabled).toBe(false))

export async function open(props: NoteProps = {}) {
	const { rerender } = render(<Note {...props} />)
	await isReady()
	return { user: userEvent.setup(), again: (next: NoteProps) => rerender(<Note {...next} />) }
}
