import { useState } from 'react'
import { CheckField, TextAreaField, TextField } from '#src/components/ui/forms/Field.tsx'
import {
	type CommonNumber,
	type CommonNumbers,
	commonNumbers,
	creditsText,
	formatSources,
	readCredits,
	withSources,
} from './rule-edit.ts'

const KINDS: Readonly<Record<string, string>> = {
	experienced: 'Experienced attorneys',
	'newly-1': 'Newly admitted, first year',
	'newly-2': 'Newly admitted, second year',
	'newly-3': 'Newly admitted, third year',
}

type Props = {
	/** The rules as JSON, which the fields show and edit. */
	json: string
	onChange: (json: string) => void
}

/** Edits the sources and the numbers that owners change most, so that they need not edit the JSON. */
export function RuleNumbers({ json, onChange }: Props) {
	const groups = commonNumbers(json)
	if (!groups) return <p className="hint">The numbers appear here again once the text below is valid.</p>
	return (
		<>
			{groups.map((group) => (
				<Group key={group.kind} group={group} onChange={onChange} />
			))}
			<Sources json={json} onChange={onChange} />
		</>
	)
}

function Group({ group: { kind, numbers }, onChange }: { group: CommonNumbers } & Pick<Props, 'onChange'>) {
	return (
		<fieldset className="grid gap-3">
			<legend className="label">{KINDS[kind] ?? kind}</legend>
			<p className="hint">Required credits, such as 1.5. Check those that you have read in the rule itself.</p>
			{numbers.map((number) => (
				<NumberRow key={number.key} number={number} onChange={onChange} />
			))}
		</fieldset>
	)
}

function NumberRow({ number, onChange }: { number: CommonNumber } & Pick<Props, 'onChange'>) {
	const { label, value, isChecked, withValue, withChecked } = number
	const [typed, setTyped] = useState('')
	// Keeps the typed text while it equals the value, so that `2.` can become `2.5`.
	const text = typed !== '' && readCredits(typed) === value ? typed : creditsText(value)
	return (
		<fieldset className="grid items-start gap-x-5 sm:grid-cols-[1fr_auto]">
			<legend className="sr-only">{label}</legend>
			<TextField
				label={label}
				inputMode="decimal"
				autoComplete="off"
				value={text}
				error={value === null ? 'Enter credits such as 1.5' : undefined}
				onChange={({ target }) => {
					setTyped(target.value)
					onChange(withValue(readCredits(target.value)))
				}}
			/>
			<div className="sm:pt-7">
				<CheckField
					label="Read in the rule"
					checked={isChecked}
					onChange={({ target }) => onChange(withChecked(target.checked))}
				/>
			</div>
		</fieldset>
	)
}

function Sources({ json, onChange }: Props) {
	const [typed, setTyped] = useState('')
	const isSameAsTyped = typed !== '' && formatSources(withSources(json, typed)) === formatSources(json)
	return (
		<TextAreaField
			label="Sources"
			rows={4}
			spellCheck={false}
			placeholder="https://www.nycourts.gov/attorneys/cle 22 NYCRR 1500.22"
			hint="One on each line: its URL, a space, and what it is. Members see them."
			value={isSameAsTyped ? typed : formatSources(json)}
			onChange={({ target }) => {
				setTyped(target.value)
				onChange(withSources(json, target.value))
			}}
		/>
	)
}
