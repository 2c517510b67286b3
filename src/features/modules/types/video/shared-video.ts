const FILE = /\.(mp4|m4v|webm|ogv|mov)$/i

/** URL patterns of a file-sharing host: pages about a video, and the video itself. */
interface Sharing {
	/** Matches the result of `hostOf`. */
	host: RegExp
	page: RegExp
	/** Path of the video, with the groups of `page` as `$1`. Absent if unknown. */
	video?: string
	/** Host of the video if it differs. */
	videoHost?: string
	/** Query parameter of the video's URL. */
	query?: readonly [name: string, value: string]
}

/** URLs that look like a file but open a page. */
const FILE_PAGES: readonly Sharing[] = [
	{
		host: /^(www\.)?dropbox\.com$/,
		page: /^(\/(?:s|scl\/fi)\/.+)$/,
		video: '$1',
		query: ['raw', '1'],
	},
	{ host: /^(www\.)?dropbox\.com$/, page: /./ },
	{ host: /^(www\.)?github\.com$/, page: /^(\/[^/]+\/[^/]+)\/(?:blob|raw)\/(.+)$/, video: '$1/raw/$2' },
	{ host: /^(www\.)?github\.com$/, page: /^\/[^/]+\/[^/]+\/(?!releases\/download\/)/ },
	{ host: /^gitlab\./, page: /^(.+)\/-\/blob\/(.+)$/, video: '$1/-/raw/$2' },
	{ host: /^(www\.)?huggingface\.co$/, page: /^(.+)\/blob\/(.+)$/, video: '$1/resolve/$2' },
	{ host: /^(www\.)?bitbucket\.org$/, page: /^(\/[^/]+\/[^/]+)\/src\/(.+)$/, video: '$1/raw/$2' },
	{ host: /^(www\.)?archive\.org$/, page: /^\/details\/(.+)$/, video: '/download/$1' },
	{ host: /(^|\.)(sharepoint\.com|onedrive\.live\.com|1drv\.ms|box\.com|mega\.nz|drive\.google\.com)$/, page: /./ },
	{ host: /^(www\.)?(mediafire|wetransfer|gofile|icloud)\.(com|io)$|^we\.tl$|^photos\.app\.goo\.gl$/, page: /./ },
	// Gitea and Forgejo, on any host.
	{ host: /./, page: /^(.*)\/src\/((?:branch|commit|tag)\/.+)$/, video: '$1/raw/$2' },
	// A wiki's page about a file, in any language, and file pages of other repository hosts.
	{ host: /./, page: /\/(?:wiki|blob)\/|\/(?:[a-z]|%[c-f][\da-f]|%[89ab][\da-f])+(?::|%3A)[^/]+$/i },
]

/** Pages that refuse to be embedded, but have an embeddable player. */
const FRAME_PAGES: readonly Sharing[] = [
	{
		host: /^(www\.)?loom\.com$/,
		page: /^\/(?:share|embed)\/(?:[\w-]+-)?([\da-f]{32})\/?$/,
		video: '/embed/$1',
		videoHost: 'www.loom.com',
	},
	{ host: /^(www\.)?loom\.com$/, page: /./ },
	{ host: /^drive\.google\.com$/, page: /^\/file\/d\/([\w-]+)(?:\/.*)?$/, video: '/file/d/$1/preview' },
	{
		host: /^(?!fast\.)[\w-]+\.(wistia\.com|wi\.st)$/,
		page: /^\/medias\/([\da-z]+)\/?$/,
		video: '/embed/iframe/$1',
		videoHost: 'fast.wistia.net',
	},
	{ host: /^share\.vidyard\.com$/, page: /^\/watch\/([\w-]+)$/, video: '/$1', videoHost: 'play.vidyard.com' },
	{ host: /^(www\.)?ted\.com$/, page: /^(\/talks\/.+)$/, video: '$1', videoHost: 'embed.ted.com' },
	{ host: /^(www\.)?youtube\.com$/, page: /^\/(?!embed\b)/ },
	{ host: /^vimeo\.com$/, page: /^(?!.*\/embed$)/ },
	{ host: /^([\w-]+\.)?zoom\.us$/, page: /^\/rec\// },
	{ host: /^streamable\.com$/, page: /^\/(?:e\/)?([\da-z]+)$/, video: '/e/$1' },
]

/** Returns the host without a trailing dot. The port stays: another port is another server. */
export const hostOf = ({ host }: URL): string => host.replace(/\.(?=:|$)/, '')

function videoOf(url: URL, sharings: readonly Sharing[]): URL | undefined {
	const sharing = sharings.find(({ host, page }) => host.test(hostOf(url)) && page.test(url.pathname))
	if (!sharing) return url
	if (sharing.video === undefined) return undefined
	const video = new URL(url)
	// The path is set, not resolved: resolving a path that starts with `//` would change the host.
	video.pathname = url.pathname.replace(sharing.page, sharing.video)
	if (sharing.videoHost) video.host = sharing.videoHost
	if (sharing.query) {
		video.searchParams.delete('dl')
		video.searchParams.set(...sharing.query)
	}
	return video
}

/** Returns the URL of the video file that a page or link leads to; undefined if there is none. */
export const fileUrl = (url: URL): string | undefined =>
	FILE.test(url.pathname) ? videoOf(url, FILE_PAGES)?.href : undefined

/** Returns the embeddable page of a video; undefined if the host is known but has none for this URL. */
export const frameUrl = (url: URL): URL | undefined => videoOf(url, FRAME_PAGES)
