import { plainGet } from '#src/lib/api/plain-get.ts'
import { formatNumber } from '#src/lib/text/format-number.ts'
import { waitingText } from './waiting-text.ts'

function show(waiting: Readonly<Record<string, number>>): void {
	for (const link of document.querySelectorAll<HTMLElement>('[data-waits]')) {
		const count = waiting[link.dataset.waits ?? ''] ?? 0
		link.querySelector('.waiting-count')?.replaceChildren(count > 0 ? formatNumber(count) : '')
		link.querySelector('[data-waiting-text]')?.replaceChildren(waitingText(count))
	}
	const total = Object.values(waiting).reduce((sum, count) => sum + count, 0)
	document.querySelector('[data-waiting-total]')?.replaceChildren(total > 0 ? formatNumber(total) : '')
	document.querySelector('[data-waiting-total-text]')?.replaceChildren(waitingText(total))
}

/** Fetches the counts of open work and shows them. After a failure, the old counts stay. */
export async function findWaiting(): Promise<void> {
	const answer = await plainGet<{ waiting?: Record<string, number> }>('/api/admin/waiting')
	if (answer?.waiting) show(answer.waiting)
}
