import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Form, SubmitButton } from '#src/components/ui/forms/Form.tsx'
import { contract } from '#src/lib/api/contract.ts'
import { mutation } from '#src/lib/api/query.ts'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { answerCalls } from '#tests/support/site/island-server.ts'
import { emptyBrowser } from '#tests/support/site/note-form.tsx'
import { RichTextEditor } from './RichTextEditor.tsx'

beforeEach(emptyBrowser)

const body = z.object({ content: z.string() })
const save = contract('POST /api/text', { access: 'member', body })
const saveMutation = mutation(save, {
	input: (text: z.output<typeof body>) => ({ body: text }),
	failed: 'Failed to save text',
})

function TextForm() {
	const form = useContractForm(body, saveMutation, {
		defaultValues: { content: '<p>A first line.</p>' },
		labels: { content: 'Content' },
		draft: undefined,
		afterSending: 'stays',
	})
	return (
		<Form of={form}>
			<RichTextEditor
				label="Content"
				field="content"
				initial="<p>A first line.</p>"
				error={undefined}
				onChange={(content) => form.setValue('content', content, { shouldDirty: true })}
			/>
			<SubmitButton form={form} busy="Saving...">
				Save
			</SubmitButton>
		</Form>
	)
}

test('sends its form once on Ctrl-Enter, without a line break', async () => {
	const sent: unknown[] = []
	answerCalls({
		'POST /api/text'(given) {
			sent.push(given)
			return new Response(null, { status: 204 })
		},
	})
	render(<TextForm />)
	const editor = await screen.findByRole('textbox', { name: 'Content' })
	await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(false))
	fireEvent.keyDown(editor, { key: 'Enter', code: 'Enter', ctrlKey: true })
	await waitFor(() => expect(sent).toEqual([{ content: '<p>A first line.</p>' }]))
	expect(editor.querySelectorAll('br:not(.ProseMirror-trailingBreak)')).toHaveLength(0)
})
