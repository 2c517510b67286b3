import type { ResponseOf } from '#src/lib/api/contract.ts'
import { plainGet } from '#src/lib/api/plain-get.ts'
import { leftLabel } from '../episodes/episode-format.ts'
import type { listListening } from '../library-contract.ts'
import { type ListeningPlace, readPlaces } from '../player/listening-storage.ts'

/** Shows in the list how much of each episode is left. `member` is a member's id, to include other devices. */
export async function showProgress(member: string | null): Promise<void> {
	const places = new Map<string, ListeningPlace>(Object.entries(readPlaces(member)))
	const remote = member === null ? undefined : await plainGet<ResponseOf<typeof listListening>>('/api/user/listening')
	for (const { episodeId, updatedAt, ...heard } of remote ?? []) {
		const at = new Date(updatedAt).getTime()
		if ((places.get(episodeId)?.at ?? 0) < at) places.set(episodeId, { ...heard, at })
	}
	for (const label of document.querySelectorAll<HTMLElement>('[data-heard]')) {
		const place = places.get(label.dataset.heard ?? '')
		label.textContent = place ? leftLabel(place) : ''
	}
}
