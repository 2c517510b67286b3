import { useCallback, useEffect, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { type DraftPlace, keepDraft, readDraft } from './draft-storage.ts'

/**
 * Text that survives a reload and an expired session in this browser, until it is `clear`ed. Name the person in the
 * key: two members may share a machine. With an undefined key nothing is kept.
 * @param saved what the field holds where there is no draft.
 */
export function useDraft(key: string | undefined, saved = '') {
	const [text, setText] = useState<string>()
	const [loadedKey, setLoadedKey] = useState<string>()
	useEffect(() => {
		// Not while rendering: the server has no storage, and the first paint must be the same as its HTML.
		setText(key === undefined ? undefined : readDraft(key))
		setLoadedKey(key)
	}, [key])
	const change = useCallback(
		(next: string) => {
			setText(next)
			if (key !== undefined) keepDraft(key, next)
		},
		[key],
	)
	const clear = useCallback(() => {
		setText(undefined)
		if (key !== undefined) keepDraft(key, undefined)
	}, [key])
	/** Clears the draft if it is still this text, and not what was typed since. */
	const clearIf = useCallback(
		(sent: string) =>
			setText((now) => {
				if (now !== sent) return now
				if (key !== undefined) keepDraft(key, undefined)
				return undefined
			}),
		[key],
	)
	return {
		text: text ?? saved,
		isDraft: text !== undefined && text !== saved,
		/** Whether storage was looked at for this key. */
		isLoaded: loadedKey === key,
		change,
		clear,
		clearIf,
	}
}

/** What `useFormDraft` kept, by the names of the fields. */
export function readFormDraft(key: string, place: DraftPlace = 'browser'): Record<string, unknown> {
	try {
		const value: unknown = JSON.parse(readDraft(key, place) ?? 'null')
		return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
	} catch {
		// Not written by this version of the page.
		return {}
	}
}

/**
 * Keeps what is typed into a form, so that a reload, a failure or an expired session loses nothing; `keepDraft(key,
 * undefined)` forgets it, after it was sent. With an undefined key nothing is kept.
 * @param options.except names what must never be kept: passwords.
 * @param options.place 'tab' for what a visitor types: nobody logs out who never signed in.
 */
export function useFormDraft<Input extends FieldValues, Context, Output>(
	key: string | undefined,
	form: UseFormReturn<Input, Context, Output>,
	{ except = [], place = 'browser' }: { except?: ReadonlyArray<keyof Input>; place?: DraftPlace } = {},
): void {
	// biome-ignore lint/correctness/useExhaustiveDependencies: the form object is the same for its life
	useEffect(() => {
		if (key === undefined) return
		const without = (values: object) =>
			Object.fromEntries(Object.entries(values).filter(([name]) => !except.includes(name)))
		const kept = without(readFormDraft(key, place))
		if (Object.keys(kept).length > 0)
			form.reset({ ...form.getValues(), ...(kept as Partial<Input>) }, { keepDefaultValues: true })
		const watching = form.watch((values) => {
			const typed = without(values)
			const isEmpty = Object.values(typed).every((value) => !value)
			keepDraft(key, isEmpty ? undefined : JSON.stringify(typed), place)
		})
		return () => watching.unsubscribe()
	}, [key])
}
