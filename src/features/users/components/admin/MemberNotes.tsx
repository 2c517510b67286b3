import { useState } from 'react'
import { ConfirmDelete } from '#src/components/ui/dialogs/ConfirmDelete.tsx'
import { FetchError } from '#src/components/ui/dialogs/FetchError.tsx'
import { TextAreaField } from '#src/components/ui/forms/Field.tsx'
import { Form, SubmitButton } from '#src/components/ui/forms/Form.tsx'
import { FormDialog } from '#src/components/ui/forms/FormDialog.tsx'
import { LocalTime } from '#src/components/ui/LocalTime.tsx'
import { LoadMore } from '#src/components/ui/lists/LoadMore.tsx'
import { useList } from '#src/lib/api/query-list.ts'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { tabDraft } from '#src/lib/forms/tab-draft.ts'
import type { Page } from '#src/lib/site/page.ts'
import { type MemberNote, NOTE_HINT, noteForm, updateMemberNote } from '../../member-contract.ts'
import {
	createMemberNoteMutation,
	deleteMemberNoteMutation,
	listMemberNotesQuery,
	updateMemberNoteMutation,
} from '../../queries.ts'

type Open = { kind: 'edit' | 'delete'; note: MemberNote } | undefined
type Props = { memberId: string; ownId: string; initial: Page<MemberNote> }

export function MemberNotes({ memberId, ownId, initial }: Props) {
	const notes = useList(listMemberNotesQuery(memberId), { initial })
	const [open, setOpen] = useState<Open>()
	const close = () => setOpen(undefined)
	return (
		<section className="card card-body" aria-label="Notes">
			<h2 className="mb-3 text-title">Notes</h2>
			<AddNote memberId={memberId} ownId={ownId} />
			{notes.error && <FetchError title="The notes could not be loaded" error={notes.error} onRetry={notes.refetch} />}
			<ul className="mt-6 grid gap-5">
				{notes.items.map((note) => (
					<li key={note.id} className="member-note">
						<p className="breaks whitespace-pre-line">{note.body}</p>
						<div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-muted">
							<span>
								{note.authorName}, <LocalTime when={note.createdAt} />
								{note.editedAt && ' (edited)'}
							</span>
							{note.authorId === ownId && (
								<button type="button" className="link" onClick={() => setOpen({ kind: 'edit', note })}>
									Edit
								</button>
							)}
							<button type="button" className="link" onClick={() => setOpen({ kind: 'delete', note })}>
								Delete
							</button>
						</div>
					</li>
				))}
			</ul>
			{notes.items.length === 0 && !notes.error && <p className="mt-4 text-muted">No notes yet</p>}
			{notes.hasMore && <LoadMore of={notes} />}
			{open?.kind === 'edit' && <EditNoteDialog memberId={memberId} note={open.note} onClose={close} />}
			{open?.kind === 'delete' && (
				<ConfirmDelete
					title="Delete this note?"
					text="The note is deleted for all admins. This cannot be undone."
					mutation={deleteMemberNoteMutation(memberId, open.note.id)}
					onDeleted={close}
					onClose={close}
				/>
			)}
		</section>
	)
}

const labels = { body: 'Note' }

function AddNote({ memberId, ownId }: Pick<Props, 'memberId' | 'ownId'>) {
	const form = useContractForm(noteForm, createMemberNoteMutation(memberId), {
		defaultValues: { body: '' },
		labels,
		draft: { key: `${ownId}:note:${memberId}`, isIdempotent: true },
		toInput: (body, _, idempotencyKey) => ({ ...body, idempotencyKey }),
		afterSending: 'empties',
	})
	return (
		<Form of={form} className="grid gap-3">
			<TextAreaField rows={3} hint={NOTE_HINT} {...form.field('body')} />
			<SubmitButton form={form} busy="Adding..." className="justify-self-start">
				Add note
			</SubmitButton>
		</Form>
	)
}

type DialogProps = { memberId: string; note: MemberNote; onClose: () => void }

function EditNoteDialog({ memberId, note, onClose }: DialogProps) {
	const form = useContractForm(updateMemberNote.body, updateMemberNoteMutation(memberId, note.id), {
		defaultValues: { body: note.body },
		labels,
		draft: tabDraft(`note-edit:${note.id}`),
		edited: { what: 'note', original: note, toForm: ({ body }) => ({ body }) },
		toInput: (body, base = note) => ({ ...body, version: base.version }),
		onDone: onClose,
	})
	return (
		<FormDialog
			title="Edit note"
			of={form}
			isDirty={form.isDirty}
			className="grid gap-5"
			action={{ label: 'Save note', busy: 'Saving...' }}
			onClose={onClose}
		>
			<TextAreaField rows={6} {...form.field('body')} />
		</FormDialog>
	)
}
