import { useMemo } from 'react'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { tabDraft } from '#src/lib/forms/tab-draft.ts'
import type { Admission, Ledger } from '../contract.ts'
import { createAdmissionMutation, updateAdmissionMutation } from '../queries.ts'
import { admissionForm, admissionLabels, emptyAdmission, toAdmission, toForm } from './admission-form.ts'

export interface AdmissionDialogProps {
	ledger: Ledger
	/** The member's profile name, used to suggest a group. */
	name: string
	/** The admission to edit. */
	admission?: Admission | undefined
	onClose: () => void
}

/** Returns the form of an admission. Its fields depend on the jurisdiction. */
export function useAdmissionForm({ ledger: { jurisdictions }, admission, onClose }: AdmissionDialogProps) {
	const needsOf = (chosen: string) => jurisdictions.find(({ jurisdiction }) => jurisdiction === chosen)?.needs
	// biome-ignore lint/correctness/useExhaustiveDependencies: the jurisdictions of a page do not change
	const schema = useMemo(() => admissionForm(needsOf), [])
	const form = useContractForm(schema, admission ? updateAdmissionMutation(admission.id) : createAdmissionMutation, {
		defaultValues: admission ? toForm(admission) : emptyAdmission,
		labels: admissionLabels,
		// A birthday must not remain on a shared machine.
		draft: { ...tabDraft(`admission:${admission?.id ?? 'new'}`), except: ['birthday'] },
		edited: { what: 'admission', original: admission, toForm },
		toInput: (body, base) => ({ ...toAdmission(body, needsOf(body.jurisdiction)), version: base?.version ?? 0 }),
		onDone: onClose,
	})
	return { form, needsOf }
}

export type AdmissionFormState = ReturnType<typeof useAdmissionForm>['form']
