import { useEffect, useState } from 'react'
import { DRAFT_CHANGED, type DraftStore, keepDraft, readDraft } from './draft-storage.ts'

interface DraftOptions<Value> {
	/** What was kept, from its text; undefined for what this version of the page cannot read. */
	parse: (text: string) => Value | undefined
	/** Gets what was kept once the page is in the browser, and again for another key. */
	onRead: (kept: Value | undefined) => void
	place?: DraftStore | undefined
}

/**
 * What somebody is writing, so that it survives a reload, a failure and an expired session. Name the person in the key:
 * two members may share a machine, and drafts go with who logs out. With an undefined key nothing is kept.
 */
export function useDraft<Value>(key: string | undefined, { parse, onRead, place }: DraftOptions<Value>) {
	function read(): Value | undefined {
		const text = key === undefined ? undefined : readDraft(key, place)
		return text === undefined ? undefined : parse(text)
	}
	// biome-ignore lint/correctness/useExhaustiveDependencies: once for each key
	useEffect(() => {
		// Not while rendering: the server has no storage, and the first paint must be the same as its HTML.
		if (key !== undefined) onRead(read())
	}, [key])
	return {
		/** What is kept by now, also by another form of the same key. */
		read,
		/** Keeps it; undefined forgets it, once it was sent. */
		keep(value: Value | undefined): void {
			if (key !== undefined) keepDraft(key, value === undefined ? undefined : JSON.stringify(value), place)
		},
	}
}

/** Runs once the page is in the browser if something is kept under this key: what was being edited opens again. */
export function useSavedDraft(key: string | undefined, onFound: () => void): void {
	useDraft(key, { parse: () => true, onRead: (isKept) => isKept && onFound() })
}

/** Which of these keys something is kept under, as it changes here and in other tabs. */
export function useDraftKeys(keys: readonly string[]): ReadonlySet<string> {
	const [kept, setKept] = useState<ReadonlySet<string>>(new Set())
	const all = keys.join('\n')
	useEffect(() => {
		const look = () =>
			setKept((before) => {
				const now = all.split('\n').filter((key) => readDraft(key) !== undefined)
				// The same ones render nothing anew.
				return now.length === before.size && now.every((key) => before.has(key)) ? before : new Set(now)
			})
		look()
		for (const name of [DRAFT_CHANGED, 'storage']) window.addEventListener(name, look)
		return () => {
			for (const name of [DRAFT_CHANGED, 'storage']) window.removeEventListener(name, look)
		}
	}, [all])
	return kept
}
