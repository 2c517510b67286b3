import { readFileSync } from 'node:fs'

/** Durations of the videos in `public/videos`, as printed by `tools/demo-videos/make.sh`. */
const durations: Readonly<Record<string, string>> = {
	'the-fifteen-minute-call': '1:34',
	'reconciled-in-twenty-minutes': '1:40',
}

/** Reads the script of a demonstration video: its transcript, captions and duration. */
export function readVideoScript(slug: string) {
	const file = new URL(`./videos/${slug}.txt`, import.meta.url)
	return {
		transcript: readFileSync(file, 'utf8').trim(),
		duration: String(durations[slug]),
		captionsUrl: `/videos/${slug}.vtt`,
	}
}
