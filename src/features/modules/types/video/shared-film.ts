const FILE = /\.(mp4|m4v|webm|ogv|mov)$/i

/** URL patterns of a file-sharing host: pages about a video, and the video itself. */
interface Sharing {
	/** Matches the result of `hostOf`. */
	host: RegExp
	page: RegExp
	/** Path of the video on the same host, with groups of `page` as `$1`. Absent if unknown. */
	film?: string
	/** Host of the video if it differs. */
	filmHost?: string
	/** Query parameter of the video's address. */
	query?: readonly [name: string, value: string]
}

/** Addresses that look like a file but open a page. */
const FILE_PAGES: readonly Sharing[] = [
	{
		host: /^(www\.)?dropbox\.com$/,
		page: /^(\/(?:s|scl\/fi)\/.+)$/,
		film: '$1',
		query: ['raw', '1'],
	},
	{ host: /^(www\.)?dropbox\.com$/, page: /./ },
	{ host: /^(www\.)?github\.com$/, page: /^(\/[^/]+\/[^/]+)\/(?:blob|raw)\/(.+)$/, film: '$1/raw/$2' },
	{ host: /^(www\.)?github\.com$/, page: /^\/[^/]+\/[^/]+\/(?!releases\/download\/)/ },
	{ host: /^gitlab\./, page: /^(.+)\/-\/blob\/(.+)$/, film: '$1/-/raw/$2' },
	{ host: /^(www\.)?huggingface\.co$/, page: /^(.+)\/blob\/(.+)$/, film: '$1/resolve/$2' },
	{ host: /^(www\.)?bitbucket\.org$/, page: /^(\/[^/]+\/[^/]+)\/src\/(.+)$/, film: '$1/raw/$2' },
	{ host: /^(www\.)?archive\.org$/, page: /^\/details\/(.+)$/, film: '/download/$1' },
	{ host: /(^|\.)(sharepoint\.com|onedrive\.live\.com|1drv\.ms|box\.com|mega\.nz|drive\.google\.com)$/, page: /./ },
	// A wiki's page about a file, and file pages of other repository hosts.
	{ host: /./, page: /\/(?:wiki|blob)\/|\/(?:File|Image|Media)(?::|%3A)/i },
]

/** Pages that refuse to be embedded, but have an embeddable player. */
const FRAME_PAGES: readonly Sharing[] = [
	{
		host: /^(www\.)?loom\.com$/,
		page: /^\/(?:share|embed)\/(?:[\w-]+-)?([\da-f]{32})\/?$/,
		film: '/embed/$1',
		filmHost: 'www.loom.com',
	},
	{ host: /^(www\.)?loom\.com$/, page: /./ },
	{ host: /^drive\.google\.com$/, page: /^\/file\/d\/([\w-]+)(?:\/.*)?$/, film: '/file/d/$1/preview' },
	{ host: /^streamable\.com$/, page: /^\/(?:e\/)?([\da-z]+)$/, film: '/e/$1' },
]

/** Returns the host without a trailing dot. The port stays: another port is another server. */
export const hostOf = ({ host }: URL): string => host.replace(/\.(?=:|$)/, '')

function filmOf(url: URL, sharings: readonly Sharing[]): URL | undefined {
	const sharing = sharings.find(({ host, page }) => host.test(hostOf(url)) && page.test(url.pathname))
	if (!sharing) return url
	if (sharing.film === undefined) return undefined
	const film = new URL(url)
	// Set rather than resolved: a path that starts with `//` would name another host.
	film.pathname = url.pathname.replace(sharing.page, sharing.film)
	if (sharing.filmHost) film.host = sharing.filmHost
	if (sharing.query) {
		film.searchParams.delete('dl')
		film.searchParams.set(...sharing.query)
	}
	return film
}

/** Returns the address of a video file; undefined if it is no file, or a page. */
export const fileAddress = (url: URL): string | undefined =>
	FILE.test(url.pathname) ? filmOf(url, FILE_PAGES)?.href : undefined

/** Returns the embeddable page of a video; undefined if the host is known but this is not a video. */
export const frameAddress = (url: URL): URL | undefined => filmOf(url, FRAME_PAGES)
