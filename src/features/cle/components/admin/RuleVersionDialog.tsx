import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { SelectField, TextAreaField, TextField } from '#src/components/ui/forms/Field.tsx'
import { FormDialog } from '#src/components/ui/forms/FormDialog.tsx'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { tabDraft } from '#src/lib/forms/tab-draft.ts'
import { createRuleVersionMutation } from '../../admin-queries.ts'
import type { RuleSet } from '../../rules-schema.ts'
import { RuleNumbers } from './RuleNumbers.tsx'
import { commonNumbers } from './rule-edit.ts'
import { rulesForm, STATUS_LABELS, toJson, toRules } from './rules-form.ts'

type Props = {
	/** The newest version, or another jurisdiction's rules as a template. */
	rules: RuleSet
	/** Number of the version to create. */
	version: number
	/** Today in the club's time zone. */
	today: string
	onClose: () => void
}

/** Creates a new version of a jurisdiction's rules. Existing versions never change. */
export function RuleVersionDialog({ rules, version, today, onClose }: Props) {
	const isFirst = version === 1
	const [isTextOpen, setTextOpen] = useState(isFirst)
	const form = useContractForm(rulesForm, createRuleVersionMutation, {
		defaultValues: { validFrom: today, checkedAt: today, status: rules.status, json: toJson(rules) },
		labels: { validFrom: 'In effect from', checkedAt: 'Checked on', status: 'How it was checked', json: 'Rules' },
		draft: tabDraft(`rules:${rules.jurisdiction}:${version}`),
		toInput: ({ json, ...fields }) => toRules(json, { ...fields, version }),
		// The errors are in the text, so open it.
		reveal: () => setTextOpen(true),
		onDone: onClose,
	})
	const json = useWatch({ control: form.control, name: 'json' })
	const isReadable = commonNumbers(json) !== undefined
	return (
		<FormDialog
			title={isFirst ? 'Add a jurisdiction' : `Version ${version} of ${rules.name}`}
			description="A cycle is judged by the version in effect at its end. Earlier versions stay as they are."
			of={form}
			isDirty={form.isDirty}
			className="grid gap-5"
			action={{ label: 'Save version', busy: 'Saving...' }}
			onClose={onClose}
		>
			<div className="grid items-start gap-5 sm:grid-cols-2">
				<TextField type="date" {...form.field('validFrom')} />
				<TextField type="date" {...form.field('checkedAt')} />
			</div>
			<SelectField {...form.field('status')} options={STATUS_LABELS} />
			<RuleNumbers
				key={form.round}
				json={json}
				onChange={(changed) =>
					form.setValue('json', changed, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
				}
			/>
			<details open={isTextOpen || !isReadable} onToggle={({ currentTarget }) => setTextOpen(currentTarget.open)}>
				<summary className="btn btn-line btn-small">All rules as text</summary>
				<div className="mt-4">
					<TextAreaField
						rows={16}
						className="font-mono text-small"
						spellCheck={false}
						autoCapitalize="none"
						hint="JSON. Credits are hundredths: 150 is 1.5. Each number says how sure it is: verified, secondary, memory or open."
						{...form.field('json')}
					/>
				</div>
			</details>
		</FormDialog>
	)
}
