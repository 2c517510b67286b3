import { useStore } from '@nanostores/react'
import type { LatestEpisode as Latest } from '../contract.ts'
import { episodePath } from '../episodes/episode-path.ts'
import { EpisodeArt } from './EpisodeArt.tsx'
import { EpisodeFacts } from './EpisodeFacts.tsx'
import { openEpisode, startListening } from './listening/page-listening.ts'
import { pagePlayer } from './player/page-player.ts'
import { StatusIcon } from './StatusIcon.tsx'

/** The latest episode with a button that plays it in the page's player. */
export function LatestEpisode({ episode }: { episode: Latest }) {
	const { title, feedImage } = episode
	const state = useStore(pagePlayer.$state, { ssr: 'initial' })
	const status = state.episodeId === episode.id ? state.status : 'paused'
	function togglePlayback(): void {
		if (status !== 'paused') {
			pagePlayer.pause()
			return
		}
		startListening({ restoresHandover: true })
		openEpisode(episode, { title: '', image: feedImage })
		pagePlayer.play()
	}
	return (
		<div className="latest-episode">
			<EpisodeArt episode={episode} feedImage={feedImage} className="size-13 rounded-control" />
			<div className="min-w-0">
				<p className="home-side-title">
					<a className="link" href={episodePath(episode.slug)} dir="auto">
						{title}
					</a>
				</p>
				<EpisodeFacts episode={episode} color="text-muted" />
			</div>
			<button
				type="button"
				className="latest-episode-play needs-js"
				aria-label={`${status === 'paused' ? 'Play' : 'Pause'} ${title}`}
				onClick={togglePlayback}
			>
				<StatusIcon status={status} className="size-5" />
			</button>
		</div>
	)
}
