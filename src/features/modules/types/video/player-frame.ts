// Separate from player-address.ts, which every course page loads.

/** Attributes of the iframe of another site's player. */
export const frameAttributes = {
	allow: 'autoplay; encrypted-media; fullscreen; picture-in-picture',
	referrerPolicy: 'strict-origin-when-cross-origin',
	allowFullscreen: true,
} as const

/** Returns the address of a player that starts at a second; the parameter differs by site. */
export function startingAt(src: string, kind: string, seconds: number): string {
	if (seconds <= 0) return src
	const url = new URL(src)
	if (kind === 'youtube') url.searchParams.set('start', String(Math.floor(seconds)))
	if (kind === 'vimeo') url.hash = `t=${Math.floor(seconds)}s`
	return url.href
}

/** Returns the address of a player that reports its position to this page only. */
export function reportingAddress(src: string, kind: string, pageOrigin: string): string {
	if (kind !== 'youtube') return src
	const url = new URL(src)
	url.searchParams.set('enablejsapi', '1')
	url.searchParams.set('origin', pageOrigin)
	return url.href
}
