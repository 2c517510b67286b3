import { useCallback, useEffect, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'

const PREFIX = 'second-chair:draft:'

/** What was kept under `key`, or undefined. */
export function readDraft(key: string): string | undefined {
	try {
		return localStorage.getItem(PREFIX + key) ?? undefined
	} catch {
		// Storage may be refused: then nothing is kept, and nothing else changes.
		return undefined
	}
}

/** Keeps `text` under `key`; undefined takes it away. */
export function keepDraft(key: string, text: string | undefined): void {
	try {
		if (text === undefined) localStorage.removeItem(PREFIX + key)
		else localStorage.setItem(PREFIX + key, text)
	} catch {
		// A full storage costs the draft, not the writing.
	}
}

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

function readFormDraft(key: string): Record<string, unknown> {
	try {
		const value: unknown = JSON.parse(readDraft(key) ?? 'null')
		return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
	} catch {
		// Not written by this version of the page.
		return {}
	}
}

/**
 * Keeps what is typed into a form, so that a reload, a failure or an expired session loses nothing; `keepDraft(key,
 * undefined)` forgets it, after it was sent. With an undefined key nothing is kept.
 * @param except names what must never be kept: passwords.
 */
export function useFormDraft<Input extends FieldValues, Context, Output>(
	key: string | undefined,
	form: UseFormReturn<Input, Context, Output>,
	except: ReadonlyArray<keyof Input> = [],
): void {
	// biome-ignore lint/correctness/useExhaustiveDependencies: the form object is the same for its life
	useEffect(() => {
		if (key === undefined) return
		const without = (values: object) =>
			Object.fromEntries(Object.entries(values).filter(([name]) => !except.includes(name)))
		const kept = without(readFormDraft(key))
		if (Object.keys(kept).length > 0)
			form.reset({ ...form.getValues(), ...(kept as Partial<Input>) }, { keepDefaultValues: true })
		const watching = form.watch((values) => {
			const typed = without(values)
			const isEmpty = Object.values(typed).every((value) => !value)
			keepDraft(key, isEmpty ? undefined : JSON.stringify(typed))
		})
		return () => watching.unsubscribe()
	}, [key])
}
