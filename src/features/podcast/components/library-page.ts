import { storedUser } from '#src/lib/api/auth-state.ts'
import { readCookie, SIGNED_IN_COOKIE } from '#src/lib/api/csrf.ts'
import { copyText } from '#src/lib/copy-text.ts'
import { readDraft } from '#src/lib/forms/draft-storage.ts'
import { showToast } from '#src/lib/toast.ts'
import { $requestedSecond, LISTEN_EVENT } from './player/player-signal.ts'

/*
 * Script of the library pages: a click on a time plays from there, and buttons copy a URL or queue an episode.
 * The player and the queue load on demand.
 */

const closest = (target: EventTarget | null, selector: string) =>
	target instanceof Element ? (target.closest<HTMLElement>(selector) ?? undefined) : undefined

async function copy(text: string): Promise<void> {
	if (!(await copyText(text, 'Address copied')))
		showToast({ title: 'Your browser blocked copying', description: text, variant: 'destructive' })
}

/** Plays or pauses an episode of the list. If the player's script fails to load, opens the episode's page. */
async function play(slug: string): Promise<void> {
	const module = await import('./player/play-episode.ts').catch(() => undefined)
	if (module) module.togglePlay(slug)
	else location.assign(`/podcast/${slug}`)
}

/** Shows in the list how much of each episode is left. Loads nothing for visitors who have never listened. */
async function showListeningProgress(): Promise<void> {
	if (!document.querySelector('[data-heard]')) return
	const member = readCookie(SIGNED_IN_COOKIE) === undefined ? null : (storedUser()?.id ?? null)
	if (member === null && readDraft('listening') === undefined) return
	const module = await import('./row-progress.ts').catch(() => undefined)
	await module?.showProgress(member)
}

function startPage(): void {
	void showListeningProgress()
	// An episode may still be playing from the previous page: show that in its row.
	if (document.querySelector('.player-bar')) void import('./player/play-episode.ts')
}

async function addToQueue(slug: string): Promise<void> {
	try {
		const { addBySlug } = await import('./player/add-to-queue.ts')
		await addBySlug(slug)
	} catch {
		showToast({ title: 'The episode could not be added to the queue', variant: 'destructive' })
	}
}

/** Plays from a second and scrolls to its paragraph. The page's URL becomes the link's. */
function playFrom(link: HTMLElement, seconds: number): void {
	const { href, hash } = link as HTMLAnchorElement
	// Changing query and hash together would load the page again.
	if (hash) location.hash = hash
	history.replaceState(history.state, '', href)
	$requestedSecond.set(seconds)
	window.dispatchEvent(new Event(LISTEN_EVENT))
}

let isStarted = false
/** Installs the listeners, once for all pages of this document. */
export function startLibraryPage(): void {
	if (isStarted) return
	isStarted = true
	startPage()
	document.addEventListener('astro:page-load', startPage)
	document.addEventListener('click', (event) => {
		const { target, ctrlKey, metaKey, shiftKey, altKey, button } = event
		const timeLink = closest(target, 'a[data-second]')
		const isPlainClick = button === 0 && !(ctrlKey || metaKey || shiftKey || altKey)
		if (timeLink && isPlainClick && document.querySelector('astro-island[client="listening"]')) {
			event.preventDefault()
			playFrom(timeLink, Number(timeLink.dataset.second))
			return
		}
		const urlToCopy = closest(target, '[data-copy]')?.dataset.copy
		if (urlToCopy !== undefined) void copy(new URL(urlToCopy, location.href).href)
		const slugToPlay = closest(target, '[data-play-episode]')?.dataset.playEpisode
		if (slugToPlay !== undefined) void play(slugToPlay)
		const slugToQueue = closest(target, '[data-queue]')?.dataset.queue
		if (slugToQueue !== undefined) void addToQueue(slugToQueue)
	})
}
