import { useRef, useState } from 'react'
import { detect, type Finding } from '../detect.ts'
import { withPlaceholders } from '../placeholders.ts'

/** What is pointed out in one field of a form. */
export interface FieldFindings {
	/** Name of the form's field. */
	field: string
	findings: Finding[]
}

/**
 * Holds a form back once when what it is about to post looks like a client's data. `check` answers whether it may
 * go; what the writer chose to post as it is does not hold the form back again.
 */
export function useReminder() {
	const [found, setFound] = useState<FieldFindings[]>([])
	const accepted = useRef(new Set<string>())

	const unaccepted = (text: string) => detect(text).filter((one) => !accepted.current.has(one.text))

	function check(fields: Record<string, string>): boolean {
		const all = Object.entries(fields)
			.map(([field, text]) => ({ field, findings: unaccepted(text) }))
			.filter(({ findings }) => findings.length > 0)
		setFound(all)
		return all.length === 0
	}

	function accept(): void {
		for (const { findings } of found) for (const { text } of findings) accepted.current.add(text)
		setFound([])
	}

	return {
		found,
		check,
		accept,
		close: () => setFound([]),
		/** The text of a field as it is by now, with placeholders: the writer may have gone on since it was held back. */
		replaced: (text: string) => withPlaceholders(text, unaccepted(text)),
	}
}
