import { isOwnPath, isSafeLink } from '#src/lib/site/links.ts'
import { fileUrl, frameUrl, hostOf } from './shared-video.ts'

/** How a video link is played. `none`: it is shown only as a link. */
export interface Player {
	readonly kind: 'youtube' | 'vimeo' | 'frame' | 'file' | 'none'
	readonly src: string
}

export const playerNames: Partial<Record<Player['kind'], string>> = { youtube: 'YouTube', vimeo: 'Vimeo' }

const YOUTUBE = new Set(['youtube.com', 'youtu.be', 'youtube-nocookie.com'])
/** Path segments of playlist and channel players, which are as long as a video id. */
const NO_VIDEO = new Set(['videoseries', 'live_stream'])

function youtubeId({ pathname, searchParams }: URL, host: string): string | undefined {
	const path = pathname.replace(/\/$/, '')
	const id =
		host === 'youtu.be'
			? path.slice(1)
			: path === '/watch'
				? searchParams.get('v')
				: /^\/(?:watch|embed|shorts|live|v|e)\/([^/]+)$/.exec(path)?.[1]
	return id && /^[\w-]{11}$/.test(id) && !NO_VIDEO.has(id) ? id : undefined
}

/** Parses the start time in seconds: `t=1m30s`, `t=90` or `start=90` in the query, or `t` in the fragment. */
function startOf({ hash, searchParams }: URL): number {
	const text = searchParams.get('t') ?? searchParams.get('start') ?? new URLSearchParams(hash.slice(1)).get('t') ?? ''
	const parts = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s?)?$/.exec(text)
	return parts ? Number(parts[1] ?? 0) * 3600 + Number(parts[2] ?? 0) * 60 + Number(parts[3] ?? 0) : 0
}

/** Vimeo paths of a single video, with the secret of an unlisted one. Other numbers identify playlists or people. */
const VIMEO_PATHS = [
	/^\/(\d+)(?:\/([\da-f]+))?$/i,
	/^\/(?:[\w-]+\/){0,2}videos?\/(\d+)(?:\/([\da-f]+))?$/i,
	/^\/channels\/[\w-]+\/(\d+)$/,
	/^\/[\w-]+\/review\/(\d+)\/([\da-f]+)$/i,
]

function vimeoUrl(url: URL): string | undefined {
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
 * Returns the player of a video link: YouTube without cookies, Vimeo without tracking, or a file. An ambiguous link
 * stays a link, because it could play another person's video.
 * @param frameHosts other hosts whose pages may be embedded.
 */
export function playerOf(link: string, frameHosts: readonly string[] = []): Player {
	if (isOwnPath(link)) {
		const isFile = fileUrl(new URL(link, 'https://club.invalid')) !== undefined
		return { kind: isFile ? 'file' : 'none', src: link }
	}
	// Imported data was not validated by the form.
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
	const vimeo = host === 'vimeo.com' || host === 'player.vimeo.com' ? vimeoUrl(url) : undefined
	if (vimeo) return { kind: 'vimeo', src: vimeo }
	const file = fileUrl(url)
	if (file) return { kind: 'file', src: file }
	const frame = frameUrl(url)
	// The comparison includes the port, because the page's CSP does not allow other ports.
	if (frame?.protocol === 'https:' && frameHosts.includes(frame.host)) return { kind: 'frame', src: frame.href }
	return { kind: 'none', src: url.href }
}
