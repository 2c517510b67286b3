import { SelectField, TextAreaField } from '#src/components/ui/forms/Field.tsx'
import { FormDialog } from '#src/components/ui/forms/FormDialog.tsx'
import type { Stale } from '#src/lib/api/query.ts'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { tabDraft } from '#src/lib/forms/tab-draft.ts'
import { hidePost, REPORT_REASONS, type ReportReason, reportPost } from '../post-contract.ts'
import { hidePostMutation, type PostRef, reportPostMutation } from '../post-queries.ts'

/** Asks a member why they report a post. */
export function ReportDialog({ post, onClose }: { post: PostRef; onClose: () => void }) {
	const form = useContractForm(reportPost.body, reportPostMutation(post), {
		// No reason is preselected.
		defaultValues: { reason: '' as ReportReason, note: '' },
		labels: { reason: 'What is wrong with it?', note: 'Anything a moderator should know (optional)' },
		draft: tabDraft(`report:${post.id}`),
		onDone: onClose,
	})
	return (
		<FormDialog
			of={form}
			title="Report this post?"
			description="Moderators see your report and your name. The author does not."
			isDirty={form.isDirty}
			action={{ label: 'Report', busy: 'Reporting...' }}
			onClose={onClose}
		>
			<SelectField {...form.field('reason')} options={{ '': 'Choose a reason', ...REPORT_REASONS }} />
			<TextAreaField rows={3} {...form.field('note')} />
		</FormDialog>
	)
}

type HideProps = { post: PostRef; refreshes: readonly Stale[]; onClose: () => void }

/** Asks a moderator why they hide a post. */
export function HideDialog({ post, refreshes, onClose }: HideProps) {
	const form = useContractForm(hidePost.body, hidePostMutation(post, refreshes), {
		defaultValues: { reason: '' },
		labels: { reason: 'Reason' },
		draft: tabDraft(`hide:${post.id}`),
		onDone: onClose,
	})
	return (
		<FormDialog
			of={form}
			title="Hide this post?"
			description="Members no longer see it. Its author still does, with your reason, and is notified. You can restore it."
			isDirty={form.isDirty}
			action={{ label: 'Hide', busy: 'Hiding...' }}
			onClose={onClose}
		>
			<TextAreaField rows={3} hint="The author reads this." {...form.field('reason')} />
		</FormDialog>
	)
}
