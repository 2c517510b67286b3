import { useState } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { TextAreaField } from '#src/components/ui/forms/Field.tsx'
import { parseDraft } from '#src/lib/forms/form-text.ts'
import { useDraft } from '#src/lib/forms/use-draft.ts'

/** Shows the draft of a comment on a question that was locked: the form is gone, but the text is kept. */
export function UnsentComment({ draftKey, label }: { draftKey: string; label: string }) {
	const [text, setText] = useState('')
	const draft = useDraft(draftKey, {
		parse: (stored) => String(parseDraft(stored, 'body').body ?? ''),
		onRead: (stored = '') => setText(stored),
	})
	if (!text) return null
	return (
		<div className="mt-6 grid justify-items-start gap-2">
			<div className="w-full">
				<TextAreaField
					label={label}
					hint="Stored in this browser only. You can copy it here."
					rows={5}
					readOnly
					value={text}
				/>
			</div>
			<Button
				variant="quiet"
				onClick={() => {
					draft.save(undefined)
					setText('')
				}}
			>
				Discard
			</Button>
		</div>
	)
}
