import { atom } from 'nanostores'
import { $user, storedUser } from '#src/lib/api/auth-state.ts'
import { readCookie, SIGNED_IN_COOKIE } from '#src/lib/api/csrf.ts'
import { isApiError } from '#src/lib/api/errors.ts'
import { mayStoreFor } from '#src/lib/forms/draft-storage.ts'
import { showToast } from '#src/lib/toast.ts'
import { trackListening } from '../../player/listening-keeper.ts'
import { readEpisode } from '../../player/listening-queries.ts'
import { resumeAt } from '../../player/listening-resume.ts'
import * as storage from '../../player/listening-storage.ts'
import { PlayerQueue } from '../../player/player-queue.ts'
import { type PlayerEpisode, type PlayerPodcast, selectedEpisode } from '../../player/player-state.ts'
import { SleepTimer } from '../../player/sleep-timer.ts'
import { pagePlayer } from '../player/page-player.ts'
import { syncWithServer } from './listening-server.ts'

/*
 * The parts around the page's player: queue, sleep timer, stored positions and the handover between pages. Loads with
 * the first island that uses them, and never on a page without playback.
 */

export const queue = new PlayerQueue()
export const sleepTimer = new SleepTimer(pagePlayer)
/** Whether the next episode of the queue starts automatically. */
export const $keepsPlaying = atom(false)
/** Whether the bar is visible: something played here or on the previous page. */
export const $isBarShown = atom(false)

export type Show = Pick<PlayerPodcast, 'title' | 'image'>

const signedInId = () =>
	readCookie(SIGNED_IN_COOKIE) === undefined ? null : (($user.get() ?? storedUser())?.id ?? null)

let ownerId: string | null = null

/**
 * Returns the owner of the listening data; null for a visitor. A member stays the owner until the page is left:
 * otherwise, after a sign-out, the next person at the computer would get the member's position as a visitor's.
 */
const owner = () => {
	ownerId ??= signedInId()
	return ownerId
}

/** Returns the stored position of an episode in seconds; undefined to start from the beginning. */
export const resumeOf = ({ id, duration }: PlayerEpisode) => resumeAt(storage.readPosition(owner(), id), duration)

/**
 * Opens a single episode at a linked second or its stored position. An episode that is already open keeps its
 * position.
 */
export function openEpisode(episode: PlayerEpisode, show: Show, linkedSecond?: number): void {
	const isOpen = pagePlayer.$state.get().episodeId === episode.id
	pagePlayer.open(episode, show)
	const position = linkedSecond ?? (isOpen ? undefined : resumeOf(episode))
	if (position !== undefined) pagePlayer.cue(position, { isLinked: linkedSecond !== undefined })
	if (episode.slug && !episode.chapters) void addChapters(episode.id, show)
}

/** Loads the chapters, which the list of episodes lacks. Playback works without them. */
async function addChapters(id: string, show: Show): Promise<void> {
	const episode = await readEpisode(id).catch(() => undefined)
	const { episodeId, isSingle } = pagePlayer.$state.get()
	if (episode && episodeId === id && isSingle) pagePlayer.open(episode, show)
}

/** Plays an episode of the queue now and removes it from the queue. */
export function playQueued(episode: PlayerEpisode): void {
	const { podcast } = pagePlayer.$state.get()
	queue.remove(episode.id)
	openEpisode(episode, podcast ?? { title: '', image: null })
	pagePlayer.play()
}

/** Closes the bar if its episode was removed from the podcast, since its buttons would do nothing. */
async function closeIfDeleted(id: string): Promise<void> {
	const isGone = await readEpisode(id).then(
		() => false,
		(error: unknown) => isApiError(error) && error.status === 404,
	)
	if (!isGone || pagePlayer.$state.get().episodeId !== id || pagePlayer.$state.get().status !== 'paused') return
	closeBar()
	showToast({ title: 'This episode is no longer available' })
}

/** Hides the bar and closes its episode. An episode from a list on the page is only paused. */
export function closeBar(): void {
	sleepTimer.cancel()
	if (pagePlayer.$state.get().isSingle) pagePlayer.close()
	else pagePlayer.pause()
	$isBarShown.set(false)
	storage.storeHandover(owner(), undefined)
}

/** Stores the playing episode for the next page of this tab or a separate window. */
export function saveHandover(): void {
	const state = pagePlayer.$state.get()
	const episode = selectedEpisode(state)
	if (!episode || !state.podcast || !$isBarShown.get()) return
	const { title, image } = state.podcast
	const handover = { episode, show: { title, image }, position: pagePlayer.currentPosition() }
	storage.storeHandover(owner(), handover as storage.Handover)
}

/** Opens the previous page's episode, paused at its position. @returns whether there was one. */
function restoreHandover(): boolean {
	const handover = storage.readHandover(owner())
	if (!handover) return false
	openEpisode(handover.episode as PlayerEpisode, handover.show)
	pagePlayer.cue(handover.position)
	$isBarShown.set(true)
	void closeIfDeleted(handover.episode.id)
	return true
}

function followQueue(): void {
	queue.replace(storage.readQueue(owner()))
	queue.$episodes.listen((episodes) => storage.storeQueue(owner(), episodes))
	// The queue changed in another tab.
	window.addEventListener('storage', ({ key }) => {
		if (key?.includes(':queue')) queue.replace(storage.readQueue(owner()))
	})
	pagePlayer.following = ({ id }) => {
		const episode = queue.shift(id)
		if (!episode) return null
		const isBedtime = typeof sleepTimer.$sleep.get()?.at === 'string'
		return { episode, plays: $keepsPlaying.get() && !isBedtime, at: resumeOf(episode) }
	}
}

function syncPreferences(): void {
	const { rate, keepPlaying } = storage.readPreferences()
	pagePlayer.setRate(rate)
	$keepsPlaying.set(keepPlaying)
	const save = () => storage.storePreferences({ rate: pagePlayer.$state.get().rate, keepPlaying: $keepsPlaying.get() })
	$keepsPlaying.listen(save)
	pagePlayer.$state.listen((state, before) => before?.rate !== state.rate && save())
}

let isStarted = false

/** Starts the parts above, once per page. `restoresHandover`: also shows the previous page's episode. */
export function startListening({ restoresHandover }: { restoresHandover: boolean }): void {
	if (isStarted) return
	isStarted = true
	syncPreferences()
	followQueue()
	const member = owner()
	const sendToServer = member === null ? undefined : syncWithServer(member, queue)
	trackListening(pagePlayer, (heard, isLeaving) => {
		if (!mayStoreFor(owner())) return
		storage.storePosition(owner(), heard)
		sendToServer?.(heard, isLeaving)
	})
	pagePlayer.$state.subscribe(({ status }) => status !== 'paused' && $isBarShown.set(true))
	pagePlayer.$state.listen(({ hasFailed, episodeId }, before) => {
		if (hasFailed && !before?.hasFailed && episodeId !== null) void closeIfDeleted(episodeId)
	})
	window.addEventListener('pagehide', saveHandover)
	// After the router swaps pages, the handover makes the new page's player hydrate (`listening-directive.ts`).
	document.addEventListener('astro:before-swap', saveHandover)
	if (restoresHandover && pagePlayer.$state.get().episodeId === null) restoreHandover()
}
