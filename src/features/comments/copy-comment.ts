import { copyText } from '#src/lib/copy-text.ts'
import { showToast } from '#src/lib/toast.ts'

/** Copies a comment's URL to the clipboard, or else puts it into the address bar. @param path path of its page. */
export async function copyComment(path: string, id: string): Promise<void> {
	const url = new URL(`${path}#comment-${id}`, window.location.href)
	if (await copyText(url.href, 'Link copied')) return
	window.history.replaceState(window.history.state, '', url)
	showToast({ title: 'Copy the link from the address bar', description: 'Your browser blocked copying.' })
}
