// A file being uploaded is not in any field yet: saving or closing the surrounding form would lose it, at best with a
// toast.

/** Attribute around an upload in progress. */
export const uploading = (isOn: boolean) => (isOn ? { 'data-uploading': '' } : {})

const WAIT = 'Press Cancel to wait until it is there.'
const QUESTIONS = {
	save: `A file is still being uploaded. Save without it?\n\n${WAIT}`,
	leave: `A file is still being uploaded. Leave without it?\n\n${WAIT}`,
} as const

/** Tells whether the form around `within` may be saved or closed. Asks the user if an upload is in progress. */
export function mayGoWithoutFile(within: Element | null | undefined, how: keyof typeof QUESTIONS): boolean {
	return !within?.querySelector('[data-uploading]') || window.confirm(QUESTIONS[how])
}
