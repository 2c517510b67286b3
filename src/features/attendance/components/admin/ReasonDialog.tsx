import { TextAreaField } from '#src/components/ui/forms/Field.tsx'
import { FormDialog } from '#src/components/ui/forms/FormDialog.tsx'
import type { Mutation } from '#src/lib/api/query.ts'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { tabDraft } from '#src/lib/forms/tab-draft.ts'
import { revokeCertificate } from '../../admin-contract.ts'
import {
	issueCertificatesMutation,
	reissueCertificateMutation,
	revokeCertificateMutation,
} from '../../admin-queries.ts'

const REASON_HINT = 'It stays with the record.'

interface Props {
	title: string
	description: string
	action: { label: string; busy: string; variant?: 'danger' }
	mutation: Mutation<unknown, { reason: string }>
	draft: string
	onClose: () => void
}

/** Asks for a reason, and confirms what cannot be undone. */
function ReasonDialog({ title, description, action, mutation, draft, onClose }: Props) {
	const form = useContractForm(revokeCertificate.body, mutation, {
		defaultValues: { reason: '' },
		labels: { reason: 'Reason' },
		draft: tabDraft(draft),
		onDone: onClose,
	})
	return (
		<FormDialog
			title={title}
			description={description}
			of={form}
			isDirty={form.isDirty}
			action={action}
			onClose={onClose}
		>
			<TextAreaField rows={2} hint={REASON_HINT} {...form.field('reason')} />
		</FormDialog>
	)
}

type CertificateProps = { number: string; name: string; onClose: () => void }

export const RevokeDialog = ({ number, name, onClose }: CertificateProps) => (
	<ReasonDialog
		title="Revoke the certificate?"
		description={`${name} loses the credit. The paper and the public check say that it was revoked. This cannot be undone.`}
		action={{ label: 'Revoke', busy: 'Revoking...', variant: 'danger' }}
		mutation={revokeCertificateMutation(number)}
		draft={`revoke:${number}`}
		onClose={onClose}
	/>
)

export const ReissueDialog = ({ number, name, onClose }: CertificateProps) => (
	<ReasonDialog
		title="Issue the certificate again?"
		description={`The new one has the name and the bar number of ${name} as they are now. This one is revoked, the credit stays.`}
		action={{ label: 'Issue again', busy: 'Issuing...' }}
		mutation={reissueCertificateMutation(number)}
		draft={`reissue:${number}`}
		onClose={onClose}
	/>
)

export const IssueDialog = ({ id, names, onClose }: { id: string; names: readonly string[]; onClose: () => void }) => (
	<ReasonDialog
		title="Issue a certificate"
		description={`For ${names.join(' and ')}, with the credit.`}
		action={{ label: 'Issue', busy: 'Issuing...' }}
		mutation={issueCertificatesMutation(id)}
		draft={`issue:${id}`}
		onClose={onClose}
	/>
)
