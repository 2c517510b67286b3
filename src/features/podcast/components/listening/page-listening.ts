import { atom } from 'nanostores'
import { $user, storedUser } from '#src/lib/api/auth-state.ts'
import { readCookie, SIGNED_IN_COOKIE } from '#src/lib/api/csrf.ts'
import { isDraftOf } from '#src/lib/forms/draft-storage.ts'
import { keepListening } from '../../player/listening-keeper.ts'
import { readEpisode } from '../../player/listening-queries.ts'
import { resumeAt } from '../../player/listening-resume.ts'
import * as kept from '../../player/listening-storage.ts'
import { PlayerQueue } from '../../player/player-queue.ts'
import { type PlayerEpisode, type PlayerPodcast, selectedEpisode } from '../../player/player-state.ts'
import { SleepTimer } from '../../player/sleep-timer.ts'
import { pagePlayer } from '../player/page-player.ts'
import { followServer } from './listening-server.ts'

/*
 * What stands around the player of the page: queue, sleep timer, what is remembered of listening, and the handing over
 * from page to page. Comes with the first island that shows it, never with a page that nobody plays.
 */

export const queue = new PlayerQueue()
export const sleepTimer = new SleepTimer(pagePlayer)
/** Whether the next of the queue plays without being asked to. */
export const $keepsPlaying = atom(false)
/** Whether the bar stands at the foot: something played here, or on the page before. */
export const $isBarShown = atom(false)

export type Show = Pick<PlayerPodcast, 'title' | 'image'>

const signedIn = () => (readCookie(SIGNED_IN_COOKIE) === undefined ? null : (($user.get() ?? storedUser())?.id ?? null))

let who: string | null = null

/**
 * Whose listening this is; null for a visitor. A member's page stays theirs: left at a logout, it would keep what they
 * heard as a visitor's, for whoever sits down next.
 */
const owner = () => {
	who ??= signedIn()
	return who
}

/** Where somebody is gone on with an episode, in seconds; undefined where it begins at its start. */
export const resumeOf = ({ id, duration }: PlayerEpisode) => resumeAt(kept.readPosition(owner(), id), duration)

/**
 * Opens an episode by itself, at the second that a link names, or where it was left. One that is open already stays where
 * it is.
 */
export function openEpisode(episode: PlayerEpisode, show: Show, linked?: number): void {
	const isOpen = pagePlayer.$state.get().episodeId === episode.id
	pagePlayer.open(episode, show)
	const place = linked ?? (isOpen ? undefined : resumeOf(episode))
	if (place !== undefined) pagePlayer.cue(place, { isLinked: linked !== undefined })
	if (episode.slug && !episode.chapters) void addChapters(episode.id, show)
}

/** The list of episodes has no chapters: they come when one is opened. Without them it plays as well. */
async function addChapters(id: string, show: Show): Promise<void> {
	const episode = await readEpisode(id).catch(() => undefined)
	const { episodeId, isSingle } = pagePlayer.$state.get()
	if (episode && episodeId === id && isSingle) pagePlayer.open(episode, show)
}

/** Plays an episode of the queue now; it leaves the queue. */
export function playQueued(episode: PlayerEpisode): void {
	const { podcast } = pagePlayer.$state.get()
	queue.remove(episode.id)
	openEpisode(episode, podcast ?? { title: '', image: null })
	pagePlayer.play()
}

/** Takes the bar away. A page with a list keeps it; anything else is closed. */
export function closeBar(): void {
	sleepTimer.cancel()
	if (pagePlayer.$state.get().isSingle) pagePlayer.close()
	else pagePlayer.pause()
	$isBarShown.set(false)
	kept.keepHandover(owner(), undefined)
}

/** What plays, for the next page of this tab, or for a window of its own. */
export function handOver(): void {
	const state = pagePlayer.$state.get()
	const episode = selectedEpisode(state)
	if (!episode || !state.podcast || !$isBarShown.get()) return
	const { title, image } = state.podcast
	const handed = { episode, show: { title, image }, position: pagePlayer.heardAt() }
	kept.keepHandover(owner(), handed as kept.Handover)
}

/** Opens what the page before played, paused, where it was. Whether there was something. */
export function takeOver(): boolean {
	const handed = kept.readHandover(owner())
	if (!handed) return false
	openEpisode(handed.episode as PlayerEpisode, handed.show)
	pagePlayer.cue(handed.position)
	$isBarShown.set(true)
	return true
}

function followQueue(): void {
	queue.take(kept.readQueue(owner()))
	queue.$episodes.listen((episodes) => kept.keepQueue(owner(), episodes))
	// Another tab changed it.
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

/** Begins, once for a page. `takesOver`: what the page before played is shown, too. */
export function startListening({ takesOver }: { takesOver: boolean }): void {
	if (isStarted) return
	isStarted = true
	keepChoices()
	followQueue()
	const member = owner()
	const sendToServer = member === null ? undefined : followServer(member, queue)
	keepListening(pagePlayer, (heard, isLeaving) => {
		if (!isDraftOf(owner())) return
		kept.keepPosition(owner(), heard)
		sendToServer?.(heard, isLeaving)
	})
	pagePlayer.$state.subscribe(({ status }) => status !== 'paused' && $isBarShown.set(true))
	window.addEventListener('pagehide', handOver)
	if (takesOver && pagePlayer.$state.get().status === 'paused') takeOver()
}
