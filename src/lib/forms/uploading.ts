// A file that is still being uploaded is in no field yet: whoever saves or closes the form around it loses it, and learns
// so from a toast at best.

/** What lies around an upload has this while it is on its way. */
export const uploading = (isOn: boolean) => (isOn ? { 'data-uploading': '' } : {})

const WAIT = 'Press Cancel to wait until it is there.'
const QUESTIONS = {
	save: `A file is still being uploaded. Save without it?\n\n${WAIT}`,
	leave: `A file is still being uploaded. Leave without it?\n\n${WAIT}`,
} as const

/** Whether what lies within may be saved or left now: asks where a file would be missing. */
export function mayGoWithoutFile(within: Element | null | undefined, how: keyof typeof QUESTIONS): boolean {
	return !within?.querySelector('[data-uploading]') || window.confirm(QUESTIONS[how])
}
