import { showToast } from './toast.ts'

/** Copies text and shows a toast with this title. Returns false if the browser blocks copying. */
export async function copyText(text: string, title: string): Promise<boolean> {
	try {
		await navigator.clipboard.writeText(text)
	} catch {
		return false
	}
	showToast({ title })
	return true
}
