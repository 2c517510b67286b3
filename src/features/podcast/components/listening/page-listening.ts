import { atom } from 'nanostores'
import { $user, storedUser } from '#src/lib/api/auth-state.ts'
import { readCookie, SIGNED_IN_COOKIE } from '#src/lib/api/csrf.ts'
import { isApiError } from '#src/lib/api/errors.ts'
import { mayStoreFor } from '#src/lib/forms/draft-storage.ts'
import { showToast } from '#src/lib/toast.ts'
import { trackListening } from '../../player/listening-keeper.ts'
import { readEpisode } from '../../player/listening-queries.ts'
import { resumeAt } from '../../player/listening-resume.ts'
import * as kept from '../../player/listening-storage.ts'
import { PlayerQueue } from '../../player/player-queue.ts'
import { type PlayerEpisode, type PlayerPodcast, selectedEpisode } from '../../player/player-state.ts'
import { SleepTimer } from '../../player/sleep-timer.ts'
import { pagePlayer } from '../player/page-player.ts'
import { followServer } from './listening-server.ts'

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

const signedIn = () => (readCookie(SIGNED_IN_COOKIE) === undefined ? null : (($user.get() ?? storedUser())?.id ?? null))

let who: string | null = null

/**
 * Returns the owner of the listening data; null for a visitor. A member stays the owner until the page is left:
 * otherwise, after a sign-out, the next person at the computer would get the member's position as a visitor's.
 */
const owner = () => {
	who ??= signedIn()
	return who
}

/** Returns the stored position of an episode in seconds; undefined to start from the beginning. */
export const resumeOf = ({ id, duration }: PlayerEpisode) => resumeAt(kept.readPosition(owner(), id), duration)

/**
 * Opens a single episode at a linked second or its stored position. An episode that is already open keeps its
 * position.
 */
export function openEpisode(episode: PlayerEpisode, show: Show, linked?: number): void {
	const isOpen = pagePlayer.$state.get().episodeId === episode.id
	pagePlayer.open(episode, show)
	const place = linked ?? (isOpen ? undefined : resumeOf(episode))
	if (place !== undefined) pagePlayer.cue(place, { isLinked: linked !== undefined })
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
async function closeIfGone(name: string): Promise<void> {
	const isGone = await readEpisode(name).then(
		() => false,
		(error: unknown) => isApiError(error) && error.status === 404,
	)
	if (!isGone || pagePlayer.$state.get().episodeId !== name || pagePlayer.$state.get().status !== 'paused') return
	closeBar()
	showToast({ title: 'This episode is no longer available' })
}

/** Hides the bar and closes its episode. An episode from a list on the page is only paused. */
export function closeBar(): void {
	sleepTimer.cancel()
	if (pagePlayer.$state.get().isSingle) pagePlayer.close()
	else pagePlayer.pause()
	$isBarShown.set(false)
	kept.keepHandover(owner(), undefined)
}

/** Stores the playing episode for the next page of this tab or a separate window. */
export function handOver(): void {
	const state = pagePlayer.$state.get()
	const episode = selectedEpisode(state)
	if (!episode || !state.podcast || !$isBarShown.get()) return
	const { title, image } = state.podcast
	const handed = { episode, show: { title, image }, position: pagePlayer.currentPosition() }
	kept.keepHandover(owner(), handed as kept.Handover)
}

/** Opens the previous page's episode, paused at its position. @returns whether there was one. */
function takeOver(): boolean {
	const handed = kept.readHandover(owner())
	if (!handed) return false
	openEpisode(handed.episode as PlayerEpisode, handed.show)
	pagePlayer.cue(handed.position)
	$isBarShown.set(true)
	void closeIfGone(handed.episode.id)
	return true
}

function followQueue(): void {
	queue.take(kept.readQueue(owner()))
	queue.$episodes.listen((episodes) => kept.keepQueue(owner(), episodes))
	// Changed in another tab.
	window.addEventListener('storage', ({ key }) => {
		if (key?.includes(':queue')) queue.take(kept.readQueue(owner()))
	})
	pagePlayer.following = ({ id }) => {
		const episode = queue.shift(id)
		if (!episode) return null
		const isBedtime = typeof sleepTimer.$sleep.get()?.at === 'string'
		return { episode, plays: $keepsPlaying.get() && !isBedtime, at: resumeOf(episode) }
	}
}

function keepChoices(): void {
	const { rate, keepPlaying } = kept.readChoices()
	pagePlayer.setRate(rate)
	$keepsPlaying.set(keepPlaying)
	const keep = () => kept.keepChoices({ rate: pagePlayer.$state.get().rate, keepPlaying: $keepsPlaying.get() })
	$keepsPlaying.listen(keep)
	pagePlayer.$state.listen((state, before) => before?.rate !== state.rate && keep())
}

let isStarted = false

/** Starts the parts above, once per page. `takesOver`: also shows the previous page's episode. */
export function startListening({ takesOver }: { takesOver: boolean }): void {
	if (isStarted) return
	isStarted = true
	keepChoices()
	followQueue()
	const member = owner()
	const sendToServer = member === null ? undefined : followServer(member, queue)
	trackListening(pagePlayer, (heard, isLeaving) => {
		if (!mayStoreFor(owner())) return
		kept.keepPosition(owner(), heard)
		sendToServer?.(heard, isLeaving)
	})
	pagePlayer.$state.subscribe(({ status }) => status !== 'paused' && $isBarShown.set(true))
	pagePlayer.$state.listen(({ hasFailed, episodeId }, before) => {
		if (hasFailed && !before?.hasFailed && episodeId !== null) void closeIfGone(episodeId)
	})
	window.addEventListener('pagehide', handOver)
	// After the router swaps pages, the handover makes the new page's player hydrate (`listening-directive.ts`).
	document.addEventListener('astro:before-swap', handOver)
	if (takesOver && pagePlayer.$state.get().episodeId === null) takeOver()
}
