import { isOwnPath, isSafeLink } from '#src/lib/site/links.ts'
import { fileAddress, frameAddress, hostOf } from './shared-film.ts'

/** How a video link is played. `none`: only a link to it can be shown. */
export interface Player {
	readonly kind: 'youtube' | 'vimeo' | 'frame' | 'file' | 'none'
	readonly src: string
}

/** What the cover says about where the film comes from. */
export const playerNames: Partial<Record<Player['kind'], string>> = { youtube: 'YouTube', vimeo: 'Vimeo' }

const YOUTUBE = new Set(['youtube.com', 'youtu.be', 'youtube-nocookie.com'])
/** Players of lists and channels, which have as many signs as an id. */
const NO_FILM = new Set(['videoseries', 'live_stream'])

function youtubeId({ pathname, searchParams }: URL, host: string): string | undefined {
	const path = pathname.replace(/\/$/, '')
	const id =
		host === 'youtu.be'
			? path.slice(1)
			: path === '/watch'
				? searchParams.get('v')
				: /^\/(?:watch|embed|shorts|live|v|e)\/([^/]+)$/.exec(path)?.[1]
	return id && /^[\w-]{11}$/.test(id) && !NO_FILM.has(id) ? id : undefined
}

/** Seconds of `t=1m30s`, `t=90` or `start=90`, in the query or behind `#`. */
function startOf({ hash, searchParams }: URL): number {
	const text = searchParams.get('t') ?? searchParams.get('start') ?? new URLSearchParams(hash.slice(1)).get('t') ?? ''
	const parts = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s?)?$/.exec(text)
	return parts ? Number(parts[1] ?? 0) * 3600 + Number(parts[2] ?? 0) * 60 + Number(parts[3] ?? 0) : 0
}

/** Paths of Vimeo that name one film, and its secret where it is unlisted. Other numbers are of lists and people. */
const VIMEO_PATHS = [
	/^\/(\d+)(?:\/([\da-f]+))?$/i,
	/^\/(?:[\w-]+\/){0,2}videos?\/(\d+)(?:\/([\da-f]+))?$/i,
	/^\/channels\/[\w-]+\/(\d+)$/,
	/^\/[\w-]+\/review\/(\d+)\/([\da-f]+)$/i,
]

function vimeoAddress(url: URL): string | undefined {
	const path = url.pathname.replace(/\/$/, '')
	const found = VIMEO_PATHS.map((pattern) => pattern.exec(path)).find((match) => match !== null)
	if (!found) return undefined
	const [, id, inPath] = found
	const secret = inPath ?? url.searchParams.get('h')
	const start = startOf(url)
	return [
		`https://player.vimeo.com/video/${id}?`,
		secret && /^[\da-f]+$/i.test(secret) ? `h=${secret}&` : '',
		'dnt=1&autoplay=1',
		start ? `#t=${start}s` : '',
	].join('')
}

/**
 * Finds the player of a video link: YouTube without cookies, Vimeo without tracking, a file. A link that is not surely
 * one film stays a link, because another person's film could play in its place.
 * @param frameHosts other hosts whose pages may stand in a frame.
 */
export function playerOf(link: string, frameHosts: readonly string[] = []): Player {
	if (isOwnPath(link)) {
		const isFile = fileAddress(new URL(link, 'https://club.invalid')) !== undefined
		return { kind: isFile ? 'file' : 'none', src: link }
	}
	// A row may come from an import, past the check of the form.
	if (!isSafeLink(link)) return { kind: 'none', src: '' }
	const url = new URL(link)
	const host = hostOf(url).replace(/^(www|m|music)\./, '')
	const id = YOUTUBE.has(host) ? youtubeId(url, host) : undefined
	if (id) {
		const start = startOf(url)
		return {
			kind: 'youtube',
			src: `https://www.youtube-nocookie.com/embed/${id}?autoplay=1&rel=0${start ? `&start=${start}` : ''}`,
		}
	}
	const vimeo = host === 'vimeo.com' || host === 'player.vimeo.com' ? vimeoAddress(url) : undefined
	if (vimeo) return { kind: 'vimeo', src: vimeo }
	const file = fileAddress(url)
	if (file) return { kind: 'file', src: file }
	const frame = frameAddress(url)
	// With its port, which the page's policy does not allow.
	if (frame?.protocol === 'https:' && frameHosts.includes(frame.host)) return { kind: 'frame', src: frame.href }
	return { kind: 'none', src: url.href }
}
