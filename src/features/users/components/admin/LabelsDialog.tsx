import * as z from 'zod/mini'
import { TextField } from '#src/components/ui/forms/Field.tsx'
import { FormDialog } from '#src/components/ui/forms/FormDialog.tsx'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { tabDraft } from '#src/lib/forms/tab-draft.ts'
import { LABEL_LIMIT, MAX_LABELS, type User } from '../../contract.ts'
import type { Member } from '../../member-contract.ts'
import { updateUserLabelsMutation } from '../../queries.ts'

const labelsIn = (text: string) =>
	text
		.split(',')
		.map((label) => label.trim())
		.filter(Boolean)

const labelsForm = z.object({
	labels: z.string().check(
		z.refine((text) => labelsIn(text).length <= MAX_LABELS, `At most ${MAX_LABELS} labels`),
		z.refine(
			(text) => labelsIn(text).every(({ length }) => length <= LABEL_LIMIT),
			`A label can have at most ${LABEL_LIMIT} characters`,
		),
	),
	plan: z.string().check(z.maxLength(LABEL_LIMIT, `A plan can have at most ${LABEL_LIMIT} characters`)),
})

const toForm = ({ labels, plan }: User) => ({ labels: labels.join(', '), plan: plan ?? '' })

export function LabelsDialog({ member, onClose }: { member: Member; onClose: () => void }) {
	const form = useContractForm(labelsForm, updateUserLabelsMutation, {
		defaultValues: toForm(member),
		labels: { labels: 'Labels', plan: 'Plan' },
		draft: tabDraft(`labels:${member.id}`),
		edited: { what: 'account', original: member as User, toForm },
		toInput: ({ labels, plan }, base = member) => ({
			id: member.id,
			body: { labels: labelsIn(labels), plan, version: base.version },
		}),
		onDone: onClose,
	})
	return (
		<FormDialog
			title="Labels and plan"
			description="Your own words, for you and other admins. You can filter the list of members by label."
			of={form}
			isDirty={form.isDirty}
			action={{ label: 'Save', busy: 'Saving...' }}
			onClose={onClose}
		>
			<TextField hint="Separate several with commas." autoComplete="off" {...form.field('labels')} />
			<TextField autoComplete="off" {...form.field('plan')} />
		</FormDialog>
	)
}
