import * as z from 'zod/mini'
import { SelectField, TextAreaField } from '#src/components/ui/forms/Field.tsx'
import { FormDialog } from '#src/components/ui/forms/FormDialog.tsx'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { tabDraft } from '#src/lib/forms/tab-draft.ts'
import { decideAttendance } from '../../admin-contract.ts'
import { decideAttendanceMutation } from '../../admin-queries.ts'

const { reason } = decideAttendance.body.shape
const decideForm = z.object({ decision: z.enum(['accept', 'refuse'], 'Choose a decision'), reason })

const DECISIONS = { '': 'Choose', accept: 'Accept: the member may go on', refuse: 'Refuse: no credit' }

/** Decides an attendance that waits for review. */
export function DecideDialog({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
	const form = useContractForm(decideForm, decideAttendanceMutation(id), {
		defaultValues: { decision: '' as 'accept', reason: '' },
		labels: { decision: 'Decision', reason: 'Reason' },
		draft: tabDraft(`decide:${id}`),
		toInput: (body) => ({ isAccepted: body.decision === 'accept', reason: body.reason }),
		onDone: onClose,
	})
	return (
		<FormDialog
			title={`Decide on the attendance of ${name}`}
			description="Wrong codes, or times that do not add up, stopped it. Look at the evidence first."
			of={form}
			isDirty={form.isDirty}
			action={{ label: 'Decide', busy: 'Saving...' }}
			onClose={onClose}
		>
			<SelectField {...form.field('decision')} options={DECISIONS} />
			<TextAreaField rows={2} hint="It becomes part of the evidence." {...form.field('reason')} />
		</FormDialog>
	)
}
