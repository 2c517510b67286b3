import { isOwnPath } from '#src/lib/links.ts'

/** How a video link is played. `none`: only a link to it can be shown. */
export interface Player {
	readonly kind: 'youtube' | 'vimeo' | 'frame' | 'file' | 'none'
	readonly src: string
}

/** What the cover says about where the film comes from. */
export const playerNames: Partial<Record<Player['kind'], string>> = { youtube: 'YouTube', vimeo: 'Vimeo' }

const YOUTUBE = new Set(['youtube.com', 'youtu.be', 'youtube-nocookie.com'])
const FILE = /\.(mp4|m4v|webm|ogv|mov)$/i

function youtubeId(url: URL, host: string): string | undefined {
	const [first, second] = url.pathname.split('/').filter(Boolean)
	const id =
		host === 'youtu.be'
			? first
			: ['embed', 'shorts', 'live', 'v'].includes(first ?? '')
				? second
				: url.searchParams.get('v')
	return /^[\w-]{6,20}$/.test(id ?? '') ? (id ?? undefined) : undefined
}

/** Seconds of YouTube's `t=1m30s`, `t=90` or `start=90`. */
function startOf(url: URL): number {
	const text = url.searchParams.get('t') ?? url.searchParams.get('start') ?? ''
	const parts = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s?)?$/.exec(text)
	return parts ? Number(parts[1] ?? 0) * 3600 + Number(parts[2] ?? 0) * 60 + Number(parts[3] ?? 0) : 0
}

function vimeoPath(url: URL): string | undefined {
	const parts = url.pathname.split('/').filter(Boolean)
	const at = parts.findIndex((part) => /^\d+$/.test(part))
	if (at < 0) return undefined
	const secret = parts[at + 1] ?? url.searchParams.get('h')
	return secret && /^[0-9a-f]+$/i.test(secret) ? `${parts[at]}?h=${secret}` : parts[at]
}

/**
 * Where the player of a video link is: YouTube without cookies, Vimeo without tracking, a file by itself.
 * @param frameHosts other hosts whose pages may stand in a frame.
 */
export function playerOf(link: string, frameHosts: readonly string[] = []): Player {
	if (isOwnPath(link)) return { kind: FILE.test(link) ? 'file' : 'none', src: link }
	const url = URL.parse(link)
	if (!url) return { kind: 'none', src: '' }
	const host = url.hostname.replace(/^(www|m)\./, '')
	if (YOUTUBE.has(host)) {
		const id = youtubeId(url, host)
		const start = startOf(url)
		if (id)
			return {
				kind: 'youtube',
				src: `https://www.youtube-nocookie.com/embed/${id}?autoplay=1&rel=0${start ? `&start=${start}` : ''}`,
			}
	}
	if (host === 'vimeo.com' || host === 'player.vimeo.com') {
		const path = vimeoPath(url)
		if (path)
			return {
				kind: 'vimeo',
				src: `https://player.vimeo.com/video/${path}${path.includes('?') ? '&' : '?'}dnt=1&autoplay=1`,
			}
	}
	if (FILE.test(url.pathname)) return { kind: 'file', src: url.href }
	// With its port, which the page's policy does not allow.
	if (url.protocol === 'https:' && frameHosts.includes(url.host)) return { kind: 'frame', src: url.href }
	return { kind: 'none', src: url.href }
}
