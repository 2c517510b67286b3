const FILE = /\.(mp4|m4v|webm|ogv|mov)$/i

/** How a host that people share films from names a page of a film, and where the film itself is. */
interface Sharing {
	/** Of a host as `hostOf` names it. */
	host: RegExp
	page: RegExp
	/** The film's path on the same host; `$1` and so on are what `page` found. Absent: no address is known. */
	film?: string
	/** Where the film is on a host of its own. */
	filmHost?: string
	/** Query of the film's address, in place of what the page has of it. */
	query?: readonly [name: string, value: string]
}

/** Addresses that end like a file and open a page. */
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
	// A wiki's page about a file, and any other program's page of a file in a repository.
	{ host: /./, page: /\/(?:wiki|blob)\/|\/(?:File|Image|Media)(?::|%3A)/i },
]

/** Pages that refuse to stand in a frame, whose film has a page that may. */
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

/** The name of a host without the dot that only ends it. A port stays: another one is another server. */
export const hostOf = ({ host }: URL): string => host.replace(/\.(?=:|$)/, '')

function filmOf(url: URL, sharings: readonly Sharing[]): URL | undefined {
	const sharing = sharings.find(({ host, page }) => host.test(hostOf(url)) && page.test(url.pathname))
	if (!sharing) return url
	if (sharing.film === undefined) return undefined
	const film = new URL(url)
	// Not resolved against the address: a path that begins with `//` would name another host.
	film.pathname = url.pathname.replace(sharing.page, sharing.film)
	if (sharing.filmHost) film.host = sharing.filmHost
	if (sharing.query) {
		film.searchParams.delete('dl')
		film.searchParams.set(...sharing.query)
	}
	return film
}

/** The address of a video file; undefined where there is none, or a page stands there. */
export const fileAddress = (url: URL): string | undefined =>
	FILE.test(url.pathname) ? filmOf(url, FILE_PAGES)?.href : undefined

/** The page of a film that may stand in a frame; undefined where the host is known and this is no film of it. */
export const frameAddress = (url: URL): URL | undefined => filmOf(url, FRAME_PAGES)
