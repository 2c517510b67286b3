import type { ResponseOf } from '#src/lib/api/contract.ts'
import { plainGet } from '#src/lib/api/plain-get.ts'
import { timeLeftLabel } from '../episodes/episode-format.ts'
import type { listListening } from '../library-contract.ts'
import { readStoredPositions, type StoredPosition } from '../player/listening-storage.ts'

/** Shows in the list how much of each episode is left. `member` is a member's id, to include other devices. */
export async function showProgress(member: string | null): Promise<void> {
	const positions = new Map<string, StoredPosition>(Object.entries(readStoredPositions(member)))
	const remote = member === null ? undefined : await plainGet<ResponseOf<typeof listListening>>('/api/user/listening')
	for (const { episodeId, updatedAt, ...progress } of remote ?? []) {
		const at = new Date(updatedAt).getTime()
		if ((positions.get(episodeId)?.at ?? 0) < at) positions.set(episodeId, { ...progress, at })
	}
	for (const label of document.querySelectorAll<HTMLElement>('[data-heard]')) {
		const stored = positions.get(label.dataset.heard ?? '')
		label.textContent = stored ? timeLeftLabel(stored) : ''
	}
}
