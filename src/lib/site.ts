/** What an owner changes to make the product theirs. Only the start and the lock of the database name the software. */
export const site = {
	name: 'Second Chair',
	tagline: 'For lawyers who work alone, and would rather not',
	description:
		'Step-by-step courses, expert guidance, a supportive community and monthly group coaching calls for lawyers in solo practice.',
	locale: 'en-US',
	podcast: {
		hostBio:
			'Your host is a solo practitioner who runs a small firm focused on drink-driving defence, and says aloud what the hard weeks taught.',
		directoryName: 'Apple Podcasts',
		directoryUrl: 'https://podcasts.apple.com/',
		spotifyUrl: 'https://open.spotify.com/',
		author: 'Second Chair',
	},
} as const
