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

interface Props {
	title: string
	description: string
	action: { label: string; busy: string; variant?: 'danger' }
	mutation: Mutation<unknown, { reason: string }>
	draft: string
	/** Explains where the reason will appear. */
	hint: string
	onClose: () => void
}

/** Asks for a reason and confirms an action that cannot be undone. */
function ReasonDialog({ title, description, action, mutation, draft, hint, onClose }: Props) {
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
			<TextAreaField rows={2} hint={hint} {...form.field('reason')} />
		</FormDialog>
	)
}

type CertificateProps = { number: string; name: string; onClose: () => void }

export const RevokeDialog = ({ number, name, onClose }: CertificateProps) => (
	<ReasonDialog
		title="Revoke the certificate?"
		description={`${name} loses the credit. The certificate and the public check will say that it was revoked, and why. This cannot be undone.`}
		action={{ label: 'Revoke', busy: 'Revoking...', variant: 'danger' }}
		mutation={revokeCertificateMutation(number)}
		draft={`revoke:${number}`}
		hint="Shown to the member and to anyone who verifies the certificate."
		onClose={onClose}
	/>
)

export const ReissueDialog = ({ number, onClose }: Omit<CertificateProps, 'name'>) => (
	<ReasonDialog
		title="Issue the certificate again?"
		description={
			'The new certificate has the member’s current name and bar number. This one is revoked; the credit stays.'
		}
		action={{ label: 'Issue again', busy: 'Issuing...' }}
		mutation={reissueCertificateMutation(number)}
		draft={`reissue:${number}`}
		hint="It is printed on the new certificate, for example “Name changed”."
		onClose={onClose}
	/>
)

export const IssueDialog = ({ id, names, onClose }: { id: string; names: readonly string[]; onClose: () => void }) => (
	<ReasonDialog
		title="Issue a certificate"
		description={
			names.every((name) => name === '')
				? 'A record of completion, without a jurisdiction and without credit.'
				: `For ${names.join(' and ')}, with the credit.`
		}
		action={{ label: 'Issue', busy: 'Issuing...' }}
		mutation={issueCertificatesMutation(id)}
		draft={`issue:${id}`}
		hint="It is kept in the audit."
		onClose={onClose}
	/>
)
