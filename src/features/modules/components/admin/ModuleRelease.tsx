import { useMemo, useState } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { SelectField, TextField } from '#src/components/ui/forms/Field.tsx'
import { FormDialog } from '#src/components/ui/forms/FormDialog.tsx'
import { zonedFieldHint, zonedFieldLabel } from '#src/lib/dates/zoned-field.ts'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { releaseMutation } from '../../admin-queries.ts'
import type { CourseModule } from '../../contract.ts'
import { KINDS, releaseForm, releaseLabels, releaseText, toRelease, toReleaseForm } from './release-form.ts'

type Props = {
	courseId: string
	module: CourseModule
	zone: string
	isNew: boolean
}

function ReleaseDialog({ courseId, module, zone, isNew, onClose }: Props & { onClose(): void }) {
	const schema = useMemo(() => releaseForm(zone), [zone])
	const form = useContractForm(schema, releaseMutation(courseId, module.id, isNew), {
		labels: releaseLabels,
		defaultValues: toReleaseForm(module, zone),
		draft: undefined,
		edited: {
			what: 'module',
			original: module,
			toForm: (current) => toReleaseForm(current, zone),
			together: { kind: ['from', 'days'] },
			formats: { kind: (kind) => KINDS[kind], from: (local) => zonedFieldLabel(local, zone) },
		},
		toInput(body, base) {
			const release = { ...toRelease(body, base, zone), version: base?.version }
			// A draft is always saved as a whole.
			const { title, description, type, content, additionalContent } = base ?? module
			return isNew ? { title, description, type, content, additionalContent, ...release } : release
		},
		onDone: onClose,
	})
	const [kind, from] = form.watch(['kind', 'from'])
	return (
		<FormDialog
			of={form}
			title="When it opens"
			action={{ label: 'Save', busy: 'Saving...' }}
			isDirty={form.isDirty}
			onClose={onClose}
		>
			<SelectField
				hint="Until then members and visitors see only its title and opening date. It counts toward progress."
				{...form.field('kind')}
				options={KINDS}
			/>
			{kind === 'date' && <TextField type="datetime-local" hint={zonedFieldHint(from, zone)} {...form.field('from')} />}
			{kind === 'days' && (
				<TextField
					type="number"
					inputMode="numeric"
					min={1}
					max={3650}
					hint="Counted for each member from the time they enroll. Visitors never see it."
					{...form.field('days')}
				/>
			)}
		</FormDialog>
	)
}

/**
 * Shows and changes when a module opens. A change takes effect immediately, independent of other edits. For a new
 * module, it is saved in the draft and takes effect on publication.
 */
export function ModuleRelease(props: Props) {
	const [isOpen, setIsOpen] = useState(false)
	const { module, zone, isNew } = props
	return (
		<div className="mt-1 -mx-2 flex flex-wrap items-center gap-x-1 text-small text-muted">
			<span className="px-2">
				{isNew && module.isOpen ? 'Opens as soon as it is published' : releaseText(module, zone)}
			</span>
			<Button variant="quiet" onClick={() => setIsOpen(true)}>
				Change<span className="sr-only"> when {module.title} opens</span>
			</Button>
			{isOpen && <ReleaseDialog {...props} onClose={() => setIsOpen(false)} />}
		</div>
	)
}
