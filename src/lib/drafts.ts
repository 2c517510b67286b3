import { useCallback, useEffect, useState } from 'react'

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
