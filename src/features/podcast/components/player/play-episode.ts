import type { PlayEpisode } from '#src/components/site/palette/palette-names.ts'
import { readEpisode } from '../../player/listening-queries.ts'
import { openEpisode, startListening } from '../listening/page-listening.ts'
import { pagePlayer } from './page-player.ts'

/** Plays an episode in the page's player, from its stored position. */
async function playEpisode(slug: string): Promise<void> {
	const episode = await readEpisode(slug)
	startListening({ takesOver: false })
	openEpisode(episode, pagePlayer.$state.get().podcast ?? { title: '', image: null })
	pagePlayer.play()
}

const PLAY_EPISODE: PlayEpisode = 'play-episode'
document.addEventListener(PLAY_EPISODE, (event) => {
	const slug = (event as CustomEvent<string>).detail
	playEpisode(slug).catch(() => location.assign(`/podcast/${slug}`))
})
