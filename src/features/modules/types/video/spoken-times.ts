import { clock } from '#src/lib/text/cues.ts'
import { startsOf } from './transcript.ts'

function timeButton(start: number): HTMLButtonElement {
	const button = Object.assign(document.createElement('button'), {
		type: 'button',
		className: 'said-time',
		textContent: clock(start),
		ariaLabel: `Play from ${clock(start)}`,
	})
	button.dataset.seek = String(start)
	return button
}

/** Adds a time to each line of a transcript that the video's captions contain. Without captions it has none. */
export async function addTimes(transcript: HTMLElement): Promise<void> {
	const answer = await fetch(transcript.dataset.timedBy ?? '').catch(() => undefined)
	if (!answer?.ok) return
	const lines = [...transcript.querySelectorAll('p')]
	const starts = startsOf(
		lines.map(({ textContent }) => textContent ?? ''),
		await answer.text(),
	)
	for (const [index, start] of starts.entries()) if (start !== undefined) lines[index]?.prepend(timeButton(start))
}
