import { showToast } from '../toast.ts'

// A file that is still uploading is not in any field yet, so saving or closing the surrounding form would lose it.

/** Returns the attribute that marks the element around an upload in progress. */
export const uploading = (isOn: boolean) => (isOn ? { 'data-uploading': '' } : {})

/** Returns whether the form around `within` may be saved or closed. Shows a toast if an upload is in progress. */
export function confirmLeaveDuringUpload(within: Element | null | undefined): boolean {
	if (!within?.querySelector('[data-uploading]')) return true
	showToast({
		title: 'A file is still being uploaded. Wait until it is done, or cancel the upload.',
		variant: 'destructive',
	})
	return false
}
