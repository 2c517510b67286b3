import { type ReactNode, useEffect, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { currentOf } from '../api/version.ts'
import { type FormText, isSame, pick, type Values } from './form-text.ts'

// The browser's half of the one rule when two people edit (docs/decisions/022-concurrent-edits.md).

/** What a change names its version of. */
export interface Versioned {
	readonly version?: number | undefined
}

/** For a form that changes something which somebody else may change at the same time. */
export interface Edited<Theirs extends Versioned, Input> {
	/** What it is called: "session". */
	what: string
	/** What the form begins with; undefined in one that makes something new. Of the kind that its contract's `current` is. */
	began: Theirs | undefined
	/** Its values in the form. */
	toForm: (theirs: Theirs) => Partial<Input>
	/** Fields that say something only together, by the one that stands for them: a time, and its zone. */
	together?: { readonly [Name in keyof Input]?: readonly (string & keyof Input)[] }
	/** How a value is shown, where it is not the text that stands in the form. */
	words?: { readonly [Name in keyof Input]?: (value: Input[Name], values: Input) => ReactNode }
	/** What changed besides the fields. */
	also?: (theirs: Theirs, base: Theirs | undefined) => Conflict['also']
}

/** A field that is not the same on both sides. */
export interface ConflictingField {
	name: string
	label: string
	mine: ReactNode
	theirs: ReactNode
	/** It was changed here, too, and is not just older. */
	isTouched: boolean
	/** The form holds what was saved meanwhile. */
	isTheirs: boolean
	choose(side: 'mine' | 'theirs'): void
}

/** What was saved while a form was filled in, beside what the form holds. */
export interface Conflict {
	what: string
	/** It was found when a draft was opened again, and not when the form was sent. */
	isDraft: boolean
	/** Which version was found: another one is another conflict. */
	version: number | undefined
	fields: readonly ConflictingField[]
	also: ReadonlyArray<readonly [label: string, text: ReactNode]>
}

/** Which version a form changes, and what becomes of it. */
export interface FormVersion<Theirs> {
	readonly base: Theirs | undefined
	saved(answer: unknown): void
	refused(error: Error): void
	isConflict(error: unknown): boolean
}

/** A conflict from when it is found until the form is saved. */
interface Open<Theirs> {
	theirs: Theirs
	/** What the form held, of fields in which it now holds the other. */
	mine: Values
	fields: ReadonlyArray<{ name: string; label: string; isTouched: boolean }>
	isDraft: boolean
	also: Conflict['also']
}

type Together = Readonly<Record<string, readonly string[] | undefined>>

/** A field, and those that say something only with it. */
const namesOf = (together: Together = {}, name: string) => [name, ...(together[name] ?? [])]

/** Which fields are not what was `saved` meanwhile, and whether that is by a change made here. */
function changedFields(
	labels: Readonly<Record<string, string>>,
	together: Together = {},
	{ before, saved, mine }: { before: Values | undefined; saved: Values; mine: Values },
) {
	const inOthers = Object.values(together).flatMap((others) => others ?? [])
	const isOther = (one: Values, other: Values, name: string) => !isSame(one, other, namesOf(together, name))
	const fields = Object.entries(labels)
		.filter(([name]) => name in saved && !inOthers.includes(name))
		.filter(([name]) => isOther(saved, mine, name) && (!before || isOther(saved, before, name)))
		.map(([name, label]) => ({ name, label, isTouched: !before || isOther(before, mine, name) }))
	const untouched = fields.filter(({ isTouched }) => !isTouched).flatMap(({ name }) => namesOf(together, name))
	return { fields, untouched }
}

/**
 * Both sides of a field as they are shown: what the form holds or held, and what was saved meanwhile.
 * @param put takes the chosen values, and one's own where the form held them until then.
 */
function sidesOf<Theirs extends Versioned, Input extends FieldValues>(
	{ together, words }: Edited<Theirs, Input>,
	name: string,
	{ now, saved, mine }: { now: Input; saved: Partial<Input>; mine: Values },
	put: (chosen: Values, left?: Values) => void,
) {
	const names = namesOf(together, name)
	const isTheirs = isSame(now, saved, names)
	const own = isTheirs ? ({ ...now, ...pick(mine, names) } as Input) : now
	const shown = (values: Input): ReactNode => words?.[name]?.(values[name], values) ?? String(values[name] ?? '')
	return {
		mine: shown(own),
		theirs: shown({ ...now, ...saved }),
		isTheirs,
		choose(side: 'mine' | 'theirs'): void {
			if ((side === 'theirs') === isTheirs) return
			if (side === 'theirs') put(pick(saved, names), pick(now, names))
			else put(pick(mine, names))
		},
	}
}

/** The version that a form changes, to begin with. */
function useBase<Theirs extends Versioned>(began: Theirs | undefined, isClean: () => boolean) {
	const [base, setBase] = useState(began)
	// biome-ignore lint/correctness/useExhaustiveDependencies: when the screen was refreshed
	useEffect(() => {
		// A form in which nothing was typed shows what is there now.
		if (isClean()) setBase((now) => ((began?.version ?? 0) > (now?.version ?? 0) ? began : now))
	}, [began])
	return [base, setBase] as const
}

/** What is there once a change was saved. An answer without the version: the change moved it on by one. */
function after<Theirs extends Versioned>(base: Theirs, answer: unknown): Theirs {
	const next = typeof answer === 'object' && answer !== null && 'version' in answer ? answer : undefined
	return { ...base, version: base.version === undefined ? undefined : base.version + 1, ...next }
}

/**
 * Which version a form changes: the one that it began with, or the one that was shown beside it since. Only that is
 * replaced. When another is found, both stand side by side until the form is saved; a field that was not touched here
 * takes over what was saved there.
 */
export function useFormVersion<Theirs extends Versioned, Input extends FieldValues, Output>(
	edited: Edited<Theirs, Input> | undefined,
	labels: Readonly<Record<string, string>>,
	form: UseFormReturn<Input, unknown, Output>,
	text: Pick<FormText, 'isClean' | 'put' | 'rebase' | 'draftOf'>,
) {
	const began = edited?.began
	const [base, setBase] = useBase(began, text.isClean)
	const [open, setOpen] = useState<Open<Theirs>>()
	function find(theirs: Theirs, isDraft: boolean): void {
		if (!edited) return
		const [saved, mine]: [Values, Values] = [edited.toForm(theirs), form.getValues()]
		// Nobody knows what a draft began with.
		const before: Values | undefined = base && !isDraft ? edited.toForm(base) : undefined
		const { fields, untouched } = changedFields(labels, edited.together, { before, saved, mine })
		text.rebase(saved, pick(saved, untouched))
		setBase(theirs)
		if (isDraft && fields.length === 0) return
		setOpen({ theirs, mine, fields, isDraft, also: edited.also?.(theirs, base) ?? [] })
	}

	// biome-ignore lint/correctness/useExhaustiveDependencies: once for each draft that is opened again
	useEffect(() => {
		if (began && text.draftOf !== undefined && text.draftOf !== began.version) find(began, true)
	}, [text.draftOf])

	function sides(given: Edited<Theirs, Input>, { theirs, mine }: Open<Theirs>, name: string) {
		const values = { now: form.getValues(), saved: given.toForm(theirs), mine }
		return sidesOf(given, name, values, (chosen, left) => {
			if (left) setOpen((before) => before && { ...before, mine: { ...before.mine, ...left } })
			text.put(chosen)
		})
	}

	// What is typed is seen beside the other at once.
	if (open) form.watch()
	return {
		base,
		/** One's own change is no conflict for the next one. */
		saved(answer: unknown): void {
			setOpen(undefined)
			setBase((now) => now && after(now, answer))
		},
		refused(error: Error): void {
			const current = currentOf<Theirs>(error)
			if (current) find(current, false)
		},
		/** Whether `conflict` is what is said of this failure. */
		isConflict: (error: unknown) => edited !== undefined && currentOf(error) !== undefined,
		/** What is shown beside the form, until it is saved. */
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
