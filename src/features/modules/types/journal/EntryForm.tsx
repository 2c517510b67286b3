import { Form, SubmitButton } from '#src/components/ui/forms/Form.tsx'
import { LocalTime } from '#src/components/ui/LocalTime.tsx'
import { currentOf } from '#src/lib/api/version.ts'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { type JournalEntry, saveJournal } from '../../journal-contract.ts'
import { putJournal, saveJournalMutation } from '../../queries.ts'
import { canSave, EntryField } from './EntryField.tsx'

/** A version that matches no entry, so the first save cannot overwrite an entry saved in the meantime. */
const NO_ENTRY: Pick<JournalEntry, 'content' | 'version'> = { content: '', version: 0 }

const toForm = ({ content }: typeof NO_ENTRY) => ({ content })

type EntryProps = { moduleId: string; userId: string; entry: JournalEntry | null; wordLimit: number }

export function EntryForm({ moduleId, userId, entry, wordLimit }: EntryProps) {
	const original = entry ?? NO_ENTRY
	const form = useContractForm(saveJournal.body, saveJournalMutation(moduleId), {
		defaultValues: toForm(original),
		labels: { content: 'Your entry' },
		draft: { key: `${userId}:journal:${moduleId}` },
		afterSending: 'stays',
		edited: { what: 'entry', original, toForm },
		toInput: ({ content }, base) => ({ content, version: base?.version }),
		onFailed(error) {
			const current = currentOf<JournalEntry>(error)
			if (current) putJournal(moduleId, current)
		},
	})
	const text = form.watch('content')
	return (
		<Form of={form} className="grid gap-3">
			<EntryField text={text} wordLimit={wordLimit} field={form.register('content')} error={form.errorOf('content')} />
			<div className="flex flex-wrap items-center gap-4">
				<SubmitButton form={form} disabled={!canSave(text, wordLimit)} busy="Saving...">
					Save
				</SubmitButton>
				<p role="status" className="text-small text-muted">
					{form.isDirty ? (
						'Not saved yet. A draft is kept in this browser.'
					) : entry ? (
						<>
							Saved <LocalTime when={entry.updatedAt} />
						</>
					) : (
						''
					)}
				</p>
			</div>
			{entry?.instructorFeedback && (
				<section className="mt-3 border-s-2 border-brass ps-5" aria-label="Instructor feedback">
					<h3 className="text-ui">Instructor feedback</h3>
					<p className="mt-1 whitespace-pre-line">{entry.instructorFeedback}</p>
				</section>
			)}
		</Form>
	)
}
