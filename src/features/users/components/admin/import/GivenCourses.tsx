import { SelectField } from '#src/components/ui/forms/Field.tsx'

export interface CourseChoice {
	id: string
	title: string
	modules: number
}

/** The chosen courses: maps each id to how many of its first modules are already done. */
export type CourseSelection = Readonly<Record<string, string>>

/** Formats the choice for the API call. */
export const selectionText = (selection: CourseSelection): string =>
	Object.entries(selection)
		.filter(([, done]) => done !== '')
		.map(([id, done]) => `${id}:${done}`)
		.join(',')

const doneText = (done: number, all: number) => {
	if (done === 0) return 'Enrolled, nothing done'
	if (done === all) return all === 1 ? 'The module is done' : `All ${all} modules done`
	return done === 1 ? 'Module 1 done' : `Modules 1 to ${done} done`
}

type Props = {
	courses: readonly CourseChoice[]
	selection: CourseSelection
	isBusy: boolean
	onChange: (selection: CourseSelection) => void
}

/** Chooses courses to enroll everyone on a list in, and the modules that they completed elsewhere. */
export function CourseFields({ courses, selection, isBusy, onChange }: Props) {
	if (courses.length === 0) return null
	return (
		<details className="mb-6">
			<summary className="btn btn-line">Give them courses</summary>
			<fieldset className="import-columns mt-4" disabled={isBusy}>
				<legend className="mb-2 text-small text-muted">
					Everyone invited from this list is enrolled. Modules they did elsewhere count as done.
				</legend>
				{courses.map(({ id, title, modules }) => (
					<SelectField
						key={id}
						label={title}
						value={selection[id] ?? ''}
						onChange={(event) => onChange({ ...selection, [id]: event.target.value })}
						options={[
							['', 'Not enrolled'],
							...Array.from({ length: modules + 1 }, (_, done) => [String(done), doneText(done, modules)] as const),
						]}
					/>
				))}
			</fieldset>
		</details>
	)
}
