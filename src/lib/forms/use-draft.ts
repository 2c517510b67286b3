import { useEffect, useState } from 'react'
import type { StoragePlace } from '../browser-storage.ts'
import { DRAFT_CHANGED, readDraft, storeDraft, trackUnsent } from './draft-storage.ts'

interface DraftOptions<Value> {
	/** Parses a stored draft; returns undefined if this version cannot read it. */
	parse: (text: string) => Value | undefined
	/** Receives the draft after mount, and again when the key changes. */
	onRead: (stored: Value | undefined) => void
	place?: StoragePlace | undefined
	/** Whether the server stores the text too, so that it is not unsent text. */
	isSaved?: boolean
}

/**
 * Stores a draft, which survives reloads, failures and an expired session. The key must contain the user id: members
 * may share a computer, and a logout deletes the user's drafts. An undefined key stores nothing.
 */
export function useDraft<Value>(key: string | undefined, options: DraftOptions<Value>) {
	const { parse, onRead, place, isSaved = false } = options
	function read(): Value | undefined {
		const text = key === undefined ? undefined : readDraft(key, place)
		return text === undefined ? undefined : parse(text)
	}
	// biome-ignore lint/correctness/useExhaustiveDependencies: once for each key
	useEffect(() => {
		// In an effect: the server has no storage, and hydration must match its HTML.
		if (key === undefined) return
		if (!isSaved) trackUnsent(key, readDraft(key, place), place)
		onRead(read())
	}, [key])
	return {
		/** Reads the current draft, which another form with the same key may have stored. */
		read,
		/** Stores the draft; undefined deletes it after a success. */
		save(value: Value | undefined): void {
			if (key === undefined) return
			const text = value === undefined ? undefined : JSON.stringify(value)
			if (!isSaved) trackUnsent(key, text, place)
			storeDraft(key, text, place)
		},
	}
}

/** Runs `onFound` after mount if there is a draft under this key, to reopen its form. */
export function useSavedDraft(key: string | undefined, onFound: () => void): void {
	useDraft(key, { parse: () => true, onRead: (exists) => exists && onFound() })
}

/** Returns the given keys that have a draft, updated for changes in this and other tabs. */
export function useDraftKeys(keys: readonly string[]): ReadonlySet<string> {
	const [stored, setKept] = useState<ReadonlySet<string>>(new Set())
	const all = keys.join('\n')
	useEffect(() => {
		const update = () =>
			setKept((before) => {
				const now = all.split('\n').filter((key) => readDraft(key) !== undefined)
				// An equal set causes no render.
				return now.length === before.size && now.every((key) => before.has(key)) ? before : new Set(now)
			})
		update()
		for (const name of [DRAFT_CHANGED, 'storage']) window.addEventListener(name, update)
		return () => {
			for (const name of [DRAFT_CHANGED, 'storage']) window.removeEventListener(name, update)
		}
	}, [all])
	return stored
}
