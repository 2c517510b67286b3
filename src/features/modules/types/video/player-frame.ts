// Apart from player-address.ts, which every page of a course would load with it.

/** What a player of another site may do in its frame. */
export const frameAttributes = {
	allow: 'autoplay; encrypted-media; fullscreen; picture-in-picture',
	referrerPolicy: 'strict-origin-when-cross-origin',
	allowFullscreen: true,
} as const

/** The address of a player that starts at a second: YouTube and Vimeo each have their own word for it. */
export function startingAt(src: string, kind: string, seconds: number): string {
	if (seconds <= 0) return src
	const url = new URL(src)
	if (kind === 'youtube') url.searchParams.set('start', String(Math.floor(seconds)))
	if (kind === 'vimeo') url.hash = `t=${Math.floor(seconds)}s`
	return url.href
}
