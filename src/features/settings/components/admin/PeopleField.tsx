import { Plus } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { TextAreaField, TextField } from '#src/components/ui/forms/Field.tsx'
import { PicturePreview } from '#src/features/media/components/admin/PicturePreview.tsx'
import { UploadArea } from '#src/features/media/components/admin/UploadArea.tsx'
import { MAX_TEACHERS, type SettingValues } from '../../contract.ts'
import { PERSON_LABELS } from './settings-values.ts'

type People = SettingValues['teachers']
type Person = People[number]

const EMPTY: Person = { name: '', admission: '', about: '', portrait: '', portraitAlt: '' }

type Props = {
	people: People
	errorOf(path: string): string | undefined
	onChange(people: People): void
}

export function PeopleField({ people, errorOf, onChange }: Props) {
	const fieldset = useRef<HTMLFieldSetElement>(null)
	const set = (at: number, part: Partial<Person>) =>
		onChange(people.map((person, index) => (index === at ? { ...person, ...part } : person)))
	const move = (from: number, to: number) => {
		const others = people.filter((_, index) => index !== from)
		const person = people[from]
		if (person) onChange([...others.slice(0, to), person, ...others.slice(to)])
	}
	/** Focuses an element after the next render. */
	const focus = (selector: string) =>
		requestAnimationFrame(() => fieldset.current?.querySelector<HTMLElement>(selector)?.focus())
	return (
		<fieldset ref={fieldset} className="grid gap-4" data-field="teachers">
			<legend className="label mb-1">More teachers</legend>
			{people.length === 0 && <p className="text-muted">No other teachers yet.</p>}
			{people.map((person, index) => (
				<PersonFields
					// biome-ignore lint/suspicious/noArrayIndexKey: a person has no other identity while it is being edited
					key={index}
					person={person}
					index={index}
					count={people.length}
					errorOf={(part) => errorOf(`teachers.${index}.${part}`)}
					onChange={(part) => set(index, part)}
					onMove={(to) => move(index, to)}
					onRemove={() => {
						onChange(people.filter((_, at) => at !== index))
						focus('[data-add]')
					}}
				/>
			))}
			<p className="field-error" aria-live="polite">
				{errorOf('teachers')}
			</p>
			{people.length < MAX_TEACHERS && (
				<div>
					<Button
						variant="line"
						data-add=""
						onClick={() => {
							onChange([...people, EMPTY])
							focus(`[name="teachers.${people.length}.name"]`)
						}}
					>
						<Plus aria-hidden="true" className="size-4" strokeWidth={1.75} />
						Add a person
					</Button>
				</div>
			)}
		</fieldset>
	)
}

type PersonProps = {
	person: Person
	index: number
	count: number
	errorOf(part: keyof Person): string | undefined
	onChange(part: Partial<Person>): void
	onMove(to: number): void
	onRemove(): void
}

function PersonFields({ person, index, count, errorOf, onChange, onMove, onRemove }: PersonProps) {
	const field = (part: keyof Person) => ({
		name: `teachers.${index}.${part}`,
		label: PERSON_LABELS[part],
		value: person[part],
		error: errorOf(part),
		autoComplete: 'off',
		onChange: ({ target }: { target: { value: string } }) => onChange({ [part]: target.value }),
	})
	const personName = person.name || `person ${index + 1}`
	return (
		<fieldset className="card setting-person" aria-label={`Person ${index + 1}`}>
			<div className="setting-pair">
				<TextField {...field('name')} />
				<TextField {...field('admission')} />
			</div>
			<TextAreaField rows={2} {...field('about')} />
			<UploadArea
				purpose="picture"
				label="Upload a portrait"
				of={personName}
				onUploaded={({ url }) => onChange({ portrait: url })}
			>
				<div className="picture-field">
					<TextField type="url" inputMode="url" {...field('portrait')} />
					<PicturePreview key={person.portrait} src={person.portrait.trim()} />
				</div>
			</UploadArea>
			<TextField {...field('portraitAlt')} />
			<div className="flex flex-wrap gap-2">
				<Button variant="quiet" disabled={index === 0} onClick={() => onMove(index - 1)}>
					Move up<span className="sr-only">{` ${personName}`}</span>
				</Button>
				<Button variant="quiet" disabled={index === count - 1} onClick={() => onMove(index + 1)}>
					Move down<span className="sr-only">{` ${personName}`}</span>
				</Button>
				<Button variant="quiet" onClick={onRemove}>
					Remove<span className="sr-only">{` ${personName}`}</span>
				</Button>
			</div>
		</fieldset>
	)
}
