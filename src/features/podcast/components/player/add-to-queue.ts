import { showToast } from '#src/lib/toast.ts'
import { readEpisode } from '../../player/listening-queries.ts'
import { QUEUE_LENGTH } from '../../player/player-queue.ts'
import { queue, startListening } from '../listening/page-listening.ts'

const TOAST_TITLES = {
	added: 'Added to the queue',
	duplicate: 'Already in the queue',
	full: `The queue is full: ${QUEUE_LENGTH} episodes`,
} as const

/** Appends an episode to the queue and shows a confirmation. Throws if the episode cannot be fetched. */
export async function addBySlug(slug: string): Promise<void> {
	const episode = await readEpisode(slug)
	startListening({ restoresHandover: true })
	const { chapters: _, ...queued } = episode
	const outcome = queue.add(queued)
	showToast({
		title: TOAST_TITLES[outcome],
		description: outcome === 'full' ? undefined : episode.title,
		...(outcome === 'full' ? { variant: 'destructive' as const } : {}),
	})
}
