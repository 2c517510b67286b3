/** Where a show is heard elsewhere. */
export interface SubscribeLink {
	readonly label: string
	readonly href: string
}

interface Addresses {
	/** Of the show in a directory, such as Apple Podcasts, and what that is called. */
	readonly directoryUrl: string
	readonly directoryName: string
	readonly spotifyUrl: string
	/** The number of the show in Apple's directory; empty: that in `directoryUrl`. */
	readonly appleId: string
	readonly youtubeUrl: string
}

/** Whether an address leads to a show, and not to the front door of a directory. */
const isOfShow = (url: string) => URL.canParse(url) && new URL(url).pathname !== '/'

/** The number of a show in Apple's directory, which others know it by too. */
const appleIdIn = (url: string) =>
	/^https:\/\/(?:podcasts|itunes)\.apple\.com\/.*\/id(\d{5,12})(?:$|[/?#])/.exec(url)?.[1]

/** YouTube calls its place for shows YouTube Music; a channel or a list is at YouTube. */
const youtubeName = (url: string) => (new URL(url).hostname === 'music.youtube.com' ? 'YouTube Music' : 'YouTube')

/** Links to the apps in which a show can be followed, from what the owner has set. */
export function subscribeLinks(addresses: Addresses): SubscribeLink[] {
	const { directoryUrl, directoryName, spotifyUrl, appleId, youtubeUrl } = addresses
	const inDirectory = appleIdIn(directoryUrl)
	const id = appleId || inDirectory
	// Where the directory is Apple's own, its address is the owner's choice of how one gets there.
	const isApple = id !== undefined && inDirectory === undefined
	return [
		...(isApple ? [{ label: 'Apple Podcasts', href: `https://podcasts.apple.com/podcast/id${id}` }] : []),
		...(isOfShow(directoryUrl) ? [{ label: directoryName || 'Podcast directory', href: directoryUrl }] : []),
		...(id ? [{ label: 'Overcast', href: `https://overcast.fm/itunes${id}` }] : []),
		...(id ? [{ label: 'Pocket Casts', href: `https://pca.st/itunes/${id}` }] : []),
		...(isOfShow(spotifyUrl) ? [{ label: 'Spotify', href: spotifyUrl }] : []),
		...(isOfShow(youtubeUrl) ? [{ label: youtubeName(youtubeUrl), href: youtubeUrl }] : []),
	]
}
