import { useEffect, useState } from 'react'
import { isApiError } from './errors.ts'

/** What a change names its version of (docs/decisions/034-when-two-people-edit.md). */
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
	toForm: (theirs: Theirs, mine: Input) => Partial<Input>
	/** How a value is said, where it is not as it stands in the form. */
	words?: { [Name in keyof Input]?: (value: Input[Name], theirs: Theirs, mine: Input) => string }
}

/** What somebody else saved and is not the same in the form, by the label of its field. */
export type Differences = ReadonlyArray<readonly [label: string, value: string]>

function differencesOf<Theirs extends Versioned, Input>(
	{ toForm, words }: Edited<Theirs, Input>,
	labels: Readonly<Record<string, string>>,
	theirs: Theirs,
	mine: Input,
): Differences {
	const values = toForm(theirs, mine)
	return Object.entries(labels).flatMap(([name, label]) => {
		const field = name as keyof Input
		const value = values[field]
		if (value === undefined || value === mine[field]) return []
		return [[label, words?.[field]?.(value, theirs, mine) ?? String(value)] as const]
	})
}

/** What stands there now, where a change was refused because it began with an older version. */
const currentOf = <Theirs>(error: unknown) => (isApiError(error) ? (error.current as Theirs | undefined) : undefined)

/**
 * Which version a form changes: the one that it began with, or the one that was shown beside it since. Only that is
 * replaced, and nobody's work is overwritten unseen.
 */
export function useFormVersion<Theirs extends Versioned, Input>(
	edited: Edited<Theirs, Input> | undefined,
	isClean: () => boolean,
) {
	const began = edited?.began
	const [base, setBase] = useState(began)
	// biome-ignore lint/correctness/useExhaustiveDependencies: when the screen was refreshed
	useEffect(() => {
		// A form in which nothing was typed shows what is there now.
		if (isClean()) setBase((now) => ((began?.version ?? 0) > (now?.version ?? 0) ? began : now))
	}, [began])
	return {
		base,
		/** One's own change is no conflict for the next one. */
		saved(answer: unknown): void {
			if (typeof answer === 'object' && answer !== null && 'version' in answer)
				setBase((now) => now && { ...now, ...answer })
		},
		refused(error: Error): void {
			const current = currentOf<Theirs>(error)
			if (current) setBase(current)
		},
		/** What is shown beside the form; undefined where `error` is another one. */
		conflict(error: unknown, labels: Readonly<Record<string, string>>, mine: Input) {
			const current = currentOf<Theirs>(error)
			return edited && current && { what: edited.what, theirs: differencesOf(edited, labels, current, mine) }
		},
	}
}
