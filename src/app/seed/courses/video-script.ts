import { readFileSync } from 'node:fs'

/** Lengths of the videos in `public/videos`, which `tools/demo-videos/make.sh` prints. */
const durations = { 'the-fifteen-minute-call': '1:34', 'reconciled-in-twenty-minutes': '1:40' } as const

/** The spoken text of a demonstration video, which is its transcript, its captions, and how long it takes. */
export function readVideoScript(slug: keyof typeof durations) {
	const file = new URL(`./videos/${slug}.txt`, import.meta.url)
	return {
		transcript: readFileSync(file, 'utf8').trim(),
		duration: durations[slug],
		captionsUrl: `/videos/${slug}.vtt`,
	}
}
