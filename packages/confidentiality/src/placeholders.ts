import type { Finding, FindingType } from './detect.ts'

/** Label of each kind, and the placeholder that replaces a finding. */
export const KINDS: Record<FindingType, { label: string; placeholder: string }> = {
	docket: { label: 'A docket number', placeholder: '[docket number]' },
	caption: { label: 'The name of a live case', placeholder: '[case name]' },
	phone: { label: 'A phone number', placeholder: '[phone number]' },
	email: { label: 'An e-mail address', placeholder: '[e-mail address]' },
	ssn: { label: 'A social security number', placeholder: '[social security number]' },
	dob: { label: 'A date of birth', placeholder: '[date of birth]' },
	address: { label: 'A street address', placeholder: '[address]' },
	id: { label: 'The number of a license, account or vehicle', placeholder: '[number]' },
	name: { label: 'The name of a client or party', placeholder: '[name]' },
}

/** Replaces findings with placeholders. The findings must be those of `text`. */
export function withPlaceholders(text: string, findings: readonly Finding[]): string {
	let result = text
	for (const { type, start, end } of [...findings].sort((a, b) => b.start - a.start))
		result = result.slice(0, start) + KINDS[type].placeholder + result.slice(end)
	return result
}
