import { useId } from 'react'
import { TextField } from '#src/components/ui/forms/Field.tsx'
import { Form, SaveRow } from '#src/components/ui/forms/Form.tsx'
import { useContractForm } from '#src/lib/forms/forms.ts'
import { choicesOf, type FormSettings, formLabels, formSettings, type SavedForm } from '../../form-contract.ts'
import { shownFields } from '../../own-fields.ts'
import { updateApplicationFormMutation } from '../../queries.ts'
import { OwnFields } from '../OwnFields.tsx'
import { FIELD_LABELS, FieldsEditor, KIND_NAMES } from './FieldsEditor.tsx'

const toForm = ({ hasBarAdmission, fields, termsBox, termsUrl }: FormSettings): FormSettings => ({
	...{ hasBarAdmission, fields, termsBox, termsUrl },
})

/** Returns the fields as text, one per line, to compare versions. */
const fieldsText = (fields: FormSettings['fields']) =>
	fields
		.map((field) =>
			[field.label, KIND_NAMES[field.kind], ...(field.kind === 'choice' ? choicesOf(field) : [])].join(', '),
		)
		.join('\n')

function placeOf(path: string): string {
	const [, index, part] = /^fields\.(\d+)\.(\w+)/.exec(path) ?? []
	if (index === undefined) return formLabels[path.split('.')[0] as keyof FormSettings] ?? path
	return `Field ${Number(index) + 1}: ${FIELD_LABELS[part as keyof typeof FIELD_LABELS] ?? part}`
}

/** Parses a draft; undefined if it is invalid. */
function parseDraft(json: string): object | undefined {
	try {
		const draft = JSON.parse(json) as Partial<FormSettings> | null
		return Array.isArray(draft?.fields) ? draft : undefined
	} catch {
		return undefined
	}
}

interface Props {
	initial: SavedForm
	userId: string
	/** URL of the club's own terms; empty if there are none. */
	termsPage: string
}

const useFormSettings = ({ initial, userId }: Pick<Props, 'initial' | 'userId'>) =>
	useContractForm(formSettings, updateApplicationFormMutation, {
		labels: formLabels,
		placeOf,
		defaultValues: toForm(initial),
		draft: { key: `${userId}:application-form`, parse: parseDraft },
		edited: {
			what: 'application form',
			original: initial,
			toForm,
			formats: { fields: fieldsText, hasBarAdmission: (isOn) => (isOn ? 'Yes' : 'No') },
		},
		afterSending: 'stays',
		saved: toForm,
		toInput: (body, base) => ({ ...body, version: base?.version }),
	})

/** Edits the club's part of the application form, and shows it as applicants will see it. */
export function ApplicationFormEditor({ initial, userId, termsPage }: Props) {
	const form = useFormSettings({ initial, userId })
	const values = form.watch()
	return (
		<div className="form-editor">
			<Form of={form} className="grid content-start gap-6" aria-label="Application form">
				<label className="flex min-h-11 items-center gap-3">
					<input
						type="checkbox"
						className="size-5 flex-none"
						name="hasBarAdmission"
						checked={values.hasBarAdmission}
						onChange={({ target }) => form.setValue('hasBarAdmission', target.checked, { shouldDirty: true })}
					/>
					{formLabels.hasBarAdmission}
				</label>
				<FieldsEditor
					fields={values.fields}
					errorOf={form.errorOf}
					onChange={(fields) =>
						form.setValue('fields', fields, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
					}
				/>
				<TextField
					optional
					autoComplete="off"
					hint="For example: I have read the rules of the club and keep what colleagues say to myself."
					{...form.field('termsBox')}
				/>
				<TextField
					optional
					type="url"
					inputMode="url"
					autoComplete="off"
					hint={
						termsPage
							? 'If empty, the link goes to your Terms page.'
							: 'The box needs a link. Enter an address here, or write your Terms page in the settings.'
					}
					{...form.field('termsUrl')}
				/>
				<SaveRow form={form}>Save the form</SaveRow>
			</Form>
			<Preview values={values} termsPage={termsPage} />
		</div>
	)
}

function Preview({ values, termsPage }: { values: FormSettings; termsPage: string }) {
	const id = useId()
	const fields = shownFields(values, termsPage).filter(({ label }) => label)
	return (
		<section className="card card-body form-preview" aria-labelledby={id}>
			<h2 id={id} className="section-title">
				Preview
			</h2>
			<p className="section-line">These fields follow the others, above the security check. Nothing is sent.</p>
			<div className="grid gap-5">
				{fields.length === 0 && <p className="text-muted">Nothing of your own yet.</p>}
				<OwnFields fields={fields} propsOf={({ id: field }) => ({ name: `preview-${field}` })} />
			</div>
		</section>
	)
}
