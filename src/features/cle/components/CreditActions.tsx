import { SelectField, TextField } from '#src/components/ui/forms/Field.tsx'
import { FormDialog } from '#src/components/ui/forms/FormDialog.tsx'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { tabDraft } from '#src/lib/forms/tab-draft.ts'
import { type Credit, moveCredit, voidCredit } from '../contract.ts'
import type { Card } from '../ledger-schema.ts'
import { moveCreditMutation, voidCreditMutation } from '../queries.ts'

type VoidProps = { credit: Credit; onClose: () => void }

/** Voids a credit. It stays in the list with the reason. */
export function VoidDialog({ credit: { id, title }, onClose }: VoidProps) {
	const form = useContractForm(voidCredit.body, voidCreditMutation(id), {
		defaultValues: { reason: '' },
		labels: { reason: 'Reason' },
		draft: tabDraft(`void:${id}`),
		onDone: onClose,
	})
	return (
		<FormDialog
			role="alertdialog"
			title="Void this credit?"
			description={`“${title}” will no longer count. It stays in your list with the reason. This cannot be undone.`}
			of={form}
			isDirty={form.isDirty}
			action={{ label: 'Void credit', busy: 'Voiding...', variant: 'danger' }}
			onClose={onClose}
		>
			<TextField autoComplete="off" {...form.field('reason')} />
		</FormDialog>
	)
}

type MoveProps = { credit: Credit; cycles: Card['cycles']; onClose: () => void }

/** Moves a credit to another cycle, for example after an extension. */
export function MoveDialog({ credit: { id, title, cycleFrom }, cycles, onClose }: MoveProps) {
	const others = cycles.filter((cycle) => cycle.cycleFrom !== cycleFrom)
	// The next cycle, or the last one if there is none.
	const proposed = others.find((cycle) => cycleFrom === null || cycle.cycleFrom > cycleFrom) ?? others.at(-1)
	const form = useContractForm(moveCredit.body, moveCreditMutation(id), {
		defaultValues: { cycleFrom: proposed?.cycleFrom ?? '' },
		labels: { cycleFrom: 'Cycle' },
		draft: undefined,
		onDone: onClose,
	})
	return (
		<FormDialog
			title="Move to another cycle"
			description={`Your board decides whether “${title}” counts there.`}
			of={form}
			action={{ label: 'Move credit', busy: 'Moving...' }}
			onClose={onClose}
		>
			<SelectField
				{...form.field('cycleFrom')}
				options={others.map((cycle) => [cycle.cycleFrom, cycle.label] as const)}
			/>
		</FormDialog>
	)
}
