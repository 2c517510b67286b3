import { useEffect } from 'react'
import * as z from 'zod/mini'
import { Button } from '#src/components/ui/Button.tsx'
import { MailPreview } from '#src/components/ui/dialogs/MailPreview.tsx'
import { TextAreaField, TextField } from '#src/components/ui/forms/Field.tsx'
import { Form, SubmitButton } from '#src/components/ui/forms/Form.tsx'
import { type InvitationTexts, invitationTexts, type SavedInvitation } from '#src/features/auth/invitation-contract.ts'
import { useMutation, useQuery } from '#src/lib/api/query.ts'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { tabDraft } from '#src/lib/forms/tab-draft.ts'
import {
	getInvitationQuery,
	previewInvitationMutation,
	testInvitationMutation,
	updateInvitationMutation,
} from '../../../invitation-queries.ts'

const labels = { subject: 'Subject', opening: 'First paragraph', closing: 'Second paragraph' }

const toForm = ({ subject, opening, closing }: SavedInvitation) => ({ subject, opening, closing })

type Props = { initial: SavedInvitation; onDirty: (isDirty: boolean) => void }

/** Edits the subject and two paragraphs of invitations. Greeting, link and the rest are fixed. */
export function InvitationForm({ initial, onDirty }: Props) {
	const { data: saved } = useQuery(getInvitationQuery, { initial })
	const form = useContractForm(z.object(invitationTexts), updateInvitationMutation, {
		labels,
		defaultValues: toForm(saved),
		draft: tabDraft('invitation'),
		edited: { what: 'invitation', original: saved, toForm },
		toInput: (texts, base = saved) => ({ ...texts, version: base.version }),
		afterSending: 'stays',
		saved: toForm,
	})
	const preview = useMutation(previewInvitationMutation)
	const test = useMutation(testInvitationMutation)
	const { isDirty } = form
	useEffect(() => onDirty(isDirty), [isDirty, onDirty])
	/** Calls `action` with the texts if they are valid; otherwise the form shows the errors. */
	async function withValidTexts(action: (texts: InvitationTexts) => void) {
		if (await form.trigger(undefined, { shouldFocus: true })) action(form.getValues())
	}
	return (
		<section aria-labelledby="invitation-title" className="card card-body mb-6">
			<h2 id="invitation-title" className="text-title">
				The invitation
			</h2>
			<p className="mb-4 text-small text-muted">
				In your own words. We add “Hello” and the name above, and the button with the link below. We fill in anything
				you leave empty.
			</p>
			<Form of={form} className="grid gap-5" aria-label="The invitation">
				<TextField autoComplete="off" placeholder="Your invitation to the club" {...form.field('subject')} />
				<TextAreaField rows={3} placeholder="Who invites them, and what the club is." {...form.field('opening')} />
				<TextAreaField rows={3} placeholder="Nothing." {...form.field('closing')} />
				<div className="flex flex-wrap gap-3">
					<SubmitButton form={form} busy="Saving..." variant="line" disabled={!isDirty}>
						Save the invitation
					</SubmitButton>
					<Button variant="quiet" loading={preview.isPending} onClick={() => withValidTexts(preview.mutate)}>
						Preview
					</Button>
					<Button variant="quiet" loading={test.isPending} onClick={() => withValidTexts(test.mutate)}>
						{test.isPending ? 'Sending...' : 'Send to myself'}
					</Button>
				</div>
			</Form>
			{preview.data && (
				<MailPreview
					mail={preview.data}
					description={`Subject: ${preview.data.subject}. The invitation as you would get it.`}
					onClose={preview.reset}
				/>
			)}
		</section>
	)
}
