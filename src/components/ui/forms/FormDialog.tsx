import type { ComponentProps } from 'react'
import type { ContractForm } from '#src/lib/forms/forms.ts'
import { Button } from '../Button.tsx'
import { Dialog, DialogActions } from '../dialogs/Dialog.tsx'
import { Form, SubmitButton } from './Form.tsx'

type Props = Omit<ComponentProps<typeof Dialog>, 'busy'> & {
	of: ContractForm
	/** The submit button and its label while the form is pending. */
	action: { label: string; busy: string; variant?: 'danger'; disabled?: boolean }
	/** Whether the dialog is busy for a reason other than its form. */
	isBusy?: boolean
	className?: string
	/** The action that failed, shown before the reason. */
	failureTitle?: string
}

/** A dialog with one form, its submit button and a cancel button. */
export function FormDialog({ of: form, action, isBusy, className = 'grid gap-4', children, ...rest }: Props) {
	const { failureTitle, ...props } = rest
	const busy = isBusy || form.isPending
	function close(): void {
		form.discard()
		props.onClose()
	}
	return (
		<Dialog {...props} busy={busy} onClose={close}>
			<Form of={form} className={className} {...(failureTitle && { failureTitle })}>
				{children}
				<DialogActions>
					<Button variant="line" disabled={busy} onClick={close}>
						Cancel
					</Button>
					<SubmitButton
						form={form}
						variant={action.variant ?? 'primary'}
						disabled={action.disabled ?? false}
						loading={isBusy ?? false}
						busy={form.isPending ? action.busy : action.label}
					>
						{action.label}
					</SubmitButton>
				</DialogActions>
			</Form>
		</Dialog>
	)
}
