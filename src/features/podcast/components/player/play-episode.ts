import type { PlayEpisode } from '#src/components/site/palette/palette-names.ts'
import { readEpisode } from '../../player/listening-queries.ts'
import { selectedEpisode } from '../../player/player-state.ts'
import { openEpisode, startListening } from '../listening/page-listening.ts'
import { pagePlayer } from './page-player.ts'

const playingSlug = () => {
	const state = pagePlayer.$state.get()
	return state.status === 'paused' ? undefined : selectedEpisode(state)?.slug
}

/** Plays an episode in the page's player, from its stored position. If it cannot be read, opens its page. */
async function playEpisode(slug: string): Promise<void> {
	try {
		const episode = await readEpisode(slug)
		startListening({ restoresHandover: false })
		openEpisode(episode, pagePlayer.$state.get().podcast ?? { title: '', image: null })
		pagePlayer.play()
	} catch {
		location.assign(`/podcast/${slug}`)
	}
}

/** Plays an episode, or pauses it. */
export const togglePlay = (slug: string) => (playingSlug() === slug ? pagePlayer.pause() : void playEpisode(slug))

/** Updates the play buttons of a list to show which episode is playing. */
function showPlaying(): void {
	const slug = playingSlug()
	for (const button of document.querySelectorAll<HTMLElement>('[data-play-episode]')) {
		const isPlaying = button.dataset.playEpisode === slug
		if (button.hasAttribute('data-playing') === isPlaying) continue
		button.toggleAttribute('data-playing', isPlaying)
		button.ariaLabel = `${isPlaying ? 'Pause' : 'Play'} ${button.ariaLabel?.replace(/^\w+ /, '')}`
	}
}

const PLAY_EPISODE: PlayEpisode = 'play-episode'
document.addEventListener(PLAY_EPISODE, (event) => void playEpisode((event as CustomEvent<string>).detail))
document.addEventListener('astro:page-load', showPlaying)
pagePlayer.$state.subscribe((state, before) => {
	if (state.status !== before?.status || state.episodeId !== before.episodeId) showPlaying()
})
