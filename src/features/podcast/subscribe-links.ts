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
}

/** Whether an address leads to a show, and not to the front door of a directory. */
const isOfShow = (url: string) => URL.canParse(url) && new URL(url).pathname !== '/'

/** The number of a show in Apple's directory, which others know it by too. */
const appleId = (url: string) =>
	/^https:\/\/(?:podcasts|itunes)\.apple\.com\/.*\/id(\d{5,12})(?:$|[/?#])/.exec(url)?.[1]

/** Links to the apps in which a show can be followed, from what the owner has set. */
export function subscribeLinks({ directoryUrl, directoryName, spotifyUrl }: Addresses): SubscribeLink[] {
	const id = appleId(directoryUrl)
	return [
		...(isOfShow(directoryUrl) ? [{ label: directoryName || 'Podcast directory', href: directoryUrl }] : []),
		...(id ? [{ label: 'Overcast', href: `https://overcast.fm/itunes${id}` }] : []),
		...(id ? [{ label: 'Pocket Casts', href: `https://pca.st/itunes/${id}` }] : []),
		...(isOfShow(spotifyUrl) ? [{ label: 'Spotify', href: spotifyUrl }] : []),
	]
}
