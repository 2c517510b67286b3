/** A link to the podcast in another app. */
export interface SubscribeLink {
	readonly label: string
	readonly href: string
}

interface PodcastUrls {
	/** The podcast's page in a directory such as Apple Podcasts, and the directory's name. */
	readonly directoryUrl: string
	readonly directoryName: string
	readonly spotifyUrl: string
	/** The podcast's number in Apple's directory; empty to use the one in `directoryUrl`. */
	readonly appleId: string
	readonly youtubeUrl: string
}

/** Checks whether a URL is a podcast's page, not a directory's home page. */
const isShowPage = (url: string) => URL.canParse(url) && new URL(url).pathname !== '/'

/** Returns the podcast's number in Apple's directory, which other apps use too. */
const appleIdIn = (url: string) =>
	/^https:\/\/(?:podcasts|itunes)\.apple\.com\/.*\/id(\d{5,12})(?:$|[/?#])/.exec(url)?.[1]

/** Returns the label for a YouTube URL: podcasts are on YouTube Music, channels and playlists on YouTube. */
const youtubeName = (url: string) => (new URL(url).hostname === 'music.youtube.com' ? 'YouTube Music' : 'YouTube')

/** Returns links to apps that follow the podcast, from the owner's settings. */
export function subscribeLinks(urls: PodcastUrls): SubscribeLink[] {
	const { directoryUrl, directoryName, spotifyUrl, appleId, youtubeUrl } = urls
	const idInDirectory = appleIdIn(directoryUrl)
	const id = appleId || idInDirectory
	// If the directory is Apple's, use the owner's URL for it.
	const needsAppleLink = id !== undefined && idInDirectory === undefined
	return [
		...(needsAppleLink ? [{ label: 'Apple Podcasts', href: `https://podcasts.apple.com/podcast/id${id}` }] : []),
		...(isShowPage(directoryUrl) ? [{ label: directoryName || 'Podcast directory', href: directoryUrl }] : []),
		...(id ? [{ label: 'Overcast', href: `https://overcast.fm/itunes${id}` }] : []),
		...(id ? [{ label: 'Pocket Casts', href: `https://pca.st/itunes/${id}` }] : []),
		...(isShowPage(spotifyUrl) ? [{ label: 'Spotify', href: spotifyUrl }] : []),
		...(isShowPage(youtubeUrl) ? [{ label: youtubeName(youtubeUrl), href: youtubeUrl }] : []),
	]
}
