import type { Finding } from '@second-chair/confidentiality/detect.ts'
import { withPlaceholders } from '@second-chair/confidentiality/placeholders.ts'
import { useEffect, useRef, useState } from 'react'
import { showToast } from '#src/lib/toast.ts'
import { loadDetector } from '../load-detector.ts'

/** Findings in one form field. */
export interface FieldFindings {
	field: string
	findings: Finding[]
}

type Detect = (text: string) => Finding[]

/** Maximum wait for the rules, in milliseconds, before a message states that the post was not checked. */
const MAX_WAIT_MS = 5000

/** Returns whether the target is a text field of a post rather than a search or password field. */
const isPostField = (target: EventTarget | null) =>
	target instanceof HTMLTextAreaElement ||
	(target instanceof HTMLInputElement && target.form?.querySelector('textarea') != null)

/** Returns the rules; undefined if they fail to load or take too long. */
const loadDetect = (): Promise<Detect | undefined> =>
	Promise.race([
		loadDetector().then(
			({ detect }) => detect,
			() => undefined,
		),
		new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), MAX_WAIT_MS)),
	])

/** Loads the rules on the first input. */
function useEarlyLoad(): void {
	useEffect(() => {
		const start = ({ target }: Event) => {
			if (!isPostField(target)) return
			document.removeEventListener('input', start)
			// Posting retries and reports a failure.
			loadDetector().catch(() => undefined)
		}
		document.addEventListener('input', start)
		return () => document.removeEventListener('input', start)
	}, [])
}

/**
 * Stops a form once when its text looks like client data. `check` returns whether the form may be sent; text that the
 * writer posts anyway does not stop the form again.
 */
export function useReminder() {
	const [flagged, setFlagged] = useState<FieldFindings[]>([])
	const accepted = useRef(new Set<string>())
	const detect = useRef<Detect>(undefined)
	const isBusy = useRef(false)
	const [isChecking, setChecking] = useState(false)
	const wasWarned = useRef(false)

	useEarlyLoad()
	const unaccepted = (text: string) => detect.current?.(text).filter((one) => !accepted.current.has(one.text)) ?? []

	/** Checks the fields. A second call while the rules load returns false, so a double click posts once. */
	async function check(fields: Record<string, string>): Promise<boolean> {
		if (isBusy.current) return false
		if (!detect.current) {
			isBusy.current = true
			setChecking(true)
			detect.current = await loadDetect()
			isBusy.current = false
			setChecking(false)
		}
		if (!detect.current) {
			if (wasWarned.current) return true
			wasWarned.current = true
			showToast({
				title: 'Not checked for client details',
				description: 'The check could not be loaded. Review your text, then press the button again to post it.',
				variant: 'destructive',
			})
			return false
		}
		const all = Object.entries(fields)
			.map(([field, text]) => ({ field, findings: unaccepted(text) }))
			.filter(({ findings }) => findings.length > 0)
		setFlagged(all)
		return all.length === 0
	}

	function accept(): void {
		for (const { findings } of flagged) for (const { text } of findings) accepted.current.add(text)
		setFlagged([])
	}

	return {
		flagged,
		check,
		accept,
		/** True while a post waits for the rules to load. */
		isChecking,
		close: () => setFlagged([]),
		/** Puts placeholders into the current text of a field, which the writer may have changed since the check. */
		redact: (text: string) => withPlaceholders(text, unaccepted(text)),
	}
}
