import { expect, test } from 'vitest'
import { numberLabel } from './episode-labels.ts'
import { subscribeLinks } from './subscribe-links.ts'

const apple = 'https://podcasts.apple.com/us/podcast/the-show/id1234567890?mt=2'

const unset = { directoryUrl: '', directoryName: '', spotifyUrl: '', appleId: '', youtubeUrl: '' }
const otherApps = [
	{ label: 'Overcast', href: 'https://overcast.fm/itunes1234567890' },
	{ label: 'Pocket Casts', href: 'https://pca.st/itunes/1234567890' },
]

test("uses the number in Apple's directory for other apps too", () => {
	const links = subscribeLinks({ ...unset, directoryUrl: apple, directoryName: 'Apple Podcasts' })
	expect(links).toEqual([{ label: 'Apple Podcasts', href: apple }, ...otherApps])
})

test('links to Apple from the number in the settings, with another directory or none', () => {
	const withAppleId = { ...unset, appleId: '1234567890' }
	const appleLink = { label: 'Apple Podcasts', href: 'https://podcasts.apple.com/podcast/id1234567890' }
	expect(subscribeLinks(withAppleId)).toEqual([appleLink, ...otherApps])
	// The default of the settings is the directory's home page.
	const homePage = { directoryUrl: 'https://podcasts.apple.com/', directoryName: 'Apple' }
	expect(subscribeLinks({ ...withAppleId, ...homePage })).toEqual([appleLink, ...otherApps])
	const other = { directoryUrl: 'https://castro.fm/podcast/abc', directoryName: 'Castro' }
	expect(subscribeLinks({ ...withAppleId, ...other })).toEqual([
		appleLink,
		{ label: 'Castro', href: other.directoryUrl },
		...otherApps,
	])
	// Apple appears once, even if both are set.
	expect(subscribeLinks({ ...withAppleId, directoryUrl: apple, directoryName: 'Apple Podcasts' })).toEqual([
		{ label: 'Apple Podcasts', href: apple },
		...otherApps,
	])
})

test("ignores a directory's home page", () => {
	const homePages = {
		...{ ...unset, directoryUrl: 'https://podcasts.apple.com/', directoryName: 'Apple' },
		...{ spotifyUrl: 'https://open.spotify.com/', youtubeUrl: 'https://www.youtube.com/' },
	}
	expect(subscribeLinks(homePages)).toEqual([])
	const spotifyUrl = 'https://open.spotify.com/show/abc'
	expect(subscribeLinks({ ...unset, spotifyUrl })).toEqual([{ label: 'Spotify', href: spotifyUrl }])
	const youtubeUrl = 'https://music.youtube.com/playlist?list=abc'
	expect(subscribeLinks({ ...unset, youtubeUrl })).toEqual([{ label: 'YouTube Music', href: youtubeUrl }])
	expect(subscribeLinks({ ...unset, youtubeUrl: 'https://www.youtube.com/@show' })[0]?.label).toBe('YouTube')
})

test('shows the known part of season and number', () => {
	expect(numberLabel({ season: 2, number: 7 })).toBe('Season 2, episode 7')
	expect(numberLabel({ season: null, number: 7 })).toBe('Episode 7')
	expect(numberLabel({ season: 2, number: null })).toBe('Season 2')
	expect(numberLabel({ season: null, number: null })).toBe('')
})
