import { type ReactNode, useEffect, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { currentOf } from '../api/version.ts'
import { type FormText, isSame, pick, type Values } from './form-text.ts'

// Handles concurrent edits in the browser (docs/decisions/022-concurrent-edits.md).

export interface Versioned {
	readonly version?: number | undefined
}

/** Settings of a form for an item that others may edit at the same time. */
export interface Edited<Theirs extends Versioned, Input> {
	/** Name of the item, such as "session". */
	what: string
	/** The initial state, of the type of the contract's `current`; undefined for a new item. */
	original: Theirs | undefined
	/** Maps a state to form values. */
	toForm: (theirs: Theirs) => Partial<Input>
	/** Fields that are chosen as one, by their main field, such as a time and its zone. */
	together?: { readonly [Name in keyof Input]?: readonly (string & keyof Input)[] }
	/** Renders values that are not readable as they are in the form. */
	formats?: { readonly [Name in keyof Input]?: (value: Input[Name], values: Input) => ReactNode }
	/** Returns concurrent changes outside of the fields. */
	also?: (theirs: Theirs, base: Theirs | undefined) => Conflict['also']
}

/** A field whose value in the form differs from the concurrently saved one. */
export interface ConflictingField {
	name: string
	label: string
	mine: ReactNode
	theirs: ReactNode
	/** Whether the field was also changed in this form. */
	isTouched: boolean
	/** Whether the form contains the concurrently saved value. */
	isTheirs: boolean
	choose(side: 'mine' | 'theirs'): void
}

/** A conflict: the concurrently saved values next to the form's. */
export interface Conflict {
	what: string
	/** Whether the conflict was found in a reopened draft rather than on submit. */
	isDraft: boolean
	/** The concurrently saved version. A different version is a new conflict. */
	version: number | undefined
	fields: readonly ConflictingField[]
	also: ReadonlyArray<readonly [label: string, text: ReactNode]>
}

export interface FormVersion<Theirs> {
	readonly base: Theirs | undefined
	saved(answer: unknown): void
	onFailed(error: Error): void
	isConflict(error: unknown): boolean
}

/** A conflict, from its detection until the form is saved. */
interface OpenConflict<Theirs> {
	theirs: Theirs
	/** The form's own values of fields that contain the concurrently saved value instead. */
	mine: Values
	fields: ReadonlyArray<{ name: string; label: string; isTouched: boolean }>
	isDraft: boolean
	also: Conflict['also']
}

type Together = Readonly<Record<string, readonly string[] | undefined>>

const namesOf = (together: Together = {}, name: string) => [name, ...(together[name] ?? [])]

/** Finds the fields that differ from `saved`, and whether they were also changed in this form. */
function changedFields(
	labels: Readonly<Record<string, string>>,
	together: Together = {},
	{ before, saved, mine }: { before: Values | undefined; saved: Values; mine: Values },
) {
	const grouped = Object.values(together).flatMap((others) => others ?? [])
	const differs = (one: Values, other: Values, name: string) => !isSame(one, other, namesOf(together, name))
	const fields = Object.entries(labels)
		.filter(([name]) => name in saved && !grouped.includes(name))
		.filter(([name]) => differs(saved, mine, name) && (!before || differs(saved, before, name)))
		.map(([name, label]) => ({ name, label, isTouched: !before || differs(before, mine, name) }))
	const untouched = fields.filter(({ isTouched }) => !isTouched).flatMap(({ name }) => namesOf(together, name))
	return { fields, untouched }
}

/**
 * Returns both sides of a field: the form's value and the concurrently saved one.
 * @param put receives the chosen values, and also the own values if the form contained them until this choice.
 */
function sidesOf<Theirs extends Versioned, Input extends FieldValues>(
	{ together, formats }: Edited<Theirs, Input>,
	name: string,
	{ now, saved, mine }: { now: Input; saved: Partial<Input>; mine: Values },
	put: (chosen: Values, left?: Values) => void,
) {
	const names = namesOf(together, name)
	const isTheirs = isSame(now, saved, names)
	const own = isTheirs ? ({ ...now, ...pick(mine, names) } as Input) : now
	const render = (values: Input): ReactNode => formats?.[name]?.(values[name], values) ?? String(values[name] ?? '')
	return {
		mine: render(own),
		theirs: render({ ...now, ...saved }),
		isTheirs,
		choose(side: 'mine' | 'theirs'): void {
			if ((side === 'theirs') === isTheirs) return
			if (side === 'theirs') put(pick(saved, names), pick(now, names))
			else put(pick(mine, names))
		},
	}
}

/** Tracks the version on which a form's changes are based, starting with the initial one. */
function useBase<Theirs extends Versioned>(original: Theirs | undefined, isClean: () => boolean) {
	const [base, setBase] = useState(original)
	// biome-ignore lint/correctness/useExhaustiveDependencies: when the screen was refreshed
	useEffect(() => {
		// A form without input follows the latest state.
		if (isClean()) setBase((now) => ((original?.version ?? 0) > (now?.version ?? 0) ? original : now))
	}, [original])
	return [base, setBase] as const
}

/** Returns the state after a save. Increments the version if the response has none. */
function afterSave<Theirs extends Versioned>(base: Theirs, answer: unknown): Theirs {
	const next = typeof answer === 'object' && answer !== null && 'version' in answer ? answer : undefined
	return { ...base, version: base.version === undefined ? undefined : base.version + 1, ...next }
}

/**
 * Tracks the version on which a form's changes are based: the initial one, or the one shown in the last conflict. A
 * save replaces only that version. If the server has another version, the form shows both sides until it is saved, and
 * untouched fields get the saved value.
 */
export function useFormVersion<Theirs extends Versioned, Input extends FieldValues, Output>(
	edited: Edited<Theirs, Input> | undefined,
	labels: Readonly<Record<string, string>>,
	form: UseFormReturn<Input, unknown, Output>,
	text: Pick<FormText, 'isClean' | 'put' | 'rebase' | 'draftVersion'>,
) {
	const original = edited?.original
	const [base, setBase] = useBase(original, text.isClean)
	const [open, setOpen] = useState<OpenConflict<Theirs>>()
	function openConflict(theirs: Theirs, isDraft: boolean): void {
		if (!edited) return
		const [saved, mine]: [Values, Values] = [edited.toForm(theirs), form.getValues()]
		// The base of a draft is unknown.
		const before: Values | undefined = base && !isDraft ? edited.toForm(base) : undefined
		const { fields, untouched } = changedFields(labels, edited.together, { before, saved, mine })
		text.rebase(saved, pick(saved, untouched))
		setBase(theirs)
		if (isDraft && fields.length === 0) return
		setOpen({ theirs, mine, fields, isDraft, also: edited.also?.(theirs, base) ?? [] })
	}

	// biome-ignore lint/correctness/useExhaustiveDependencies: once for each draft that is opened again
	useEffect(() => {
		if (original && (text.draftVersion ?? original.version) !== original.version) openConflict(original, true)
	}, [text.draftVersion])

	function sides(options: Edited<Theirs, Input>, { theirs, mine }: OpenConflict<Theirs>, name: string) {
		const values = { now: form.getValues(), saved: options.toForm(theirs), mine }
		return sidesOf(options, name, values, (chosen, left) => {
			if (left) setOpen((before) => before && { ...before, mine: { ...before.mine, ...left } })
			text.put(chosen)
		})
	}

	// Show input in the comparison immediately.
	if (open) form.watch()
	return {
		base,
		/** Records a save of this form, so that the next save does not conflict with it. */
		saved(answer: unknown): void {
			setOpen(undefined)
			setBase((now) => now && afterSave(now, answer))
		},
		onFailed(error: Error): void {
			const current = currentOf<Theirs>(error)
			if (current) openConflict(current, false)
		},
		/** Returns whether `conflict` shows this failure. */
		isConflict: (error: unknown) => edited !== undefined && currentOf(error) !== undefined,
		/** The conflict to show with the form until it is saved. */
		conflict: open &&
			edited && {
				what: edited.what,
				isDraft: open.isDraft,
				version: open.theirs.version,
				fields: open.fields.map((field) => ({ ...field, ...sides(edited, open, field.name) })),
				also: open.also,
			},
	}
}
