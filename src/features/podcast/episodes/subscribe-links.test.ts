import { expect, test } from 'vitest'
import { numberLabel } from './episode-labels.ts'
import { subscribeLinks } from './subscribe-links.ts'

const apple = 'https://podcasts.apple.com/us/podcast/the-show/id1234567890?mt=2'

const nothing = { directoryUrl: '', directoryName: '', spotifyUrl: '', appleId: '', youtubeUrl: '' }
const elsewhere = [
	{ label: 'Overcast', href: 'https://overcast.fm/itunes1234567890' },
	{ label: 'Pocket Casts', href: 'https://pca.st/itunes/1234567890' },
]

test("uses the number in Apple's directory for other apps too", () => {
	const links = subscribeLinks({ ...nothing, directoryUrl: apple, directoryName: 'Apple Podcasts' })
	expect(links).toEqual([{ label: 'Apple Podcasts', href: apple }, ...elsewhere])
})

test('links to Apple from the number in the settings, with another directory or none', () => {
	const set = { ...nothing, appleId: '1234567890' }
	const ofApple = { label: 'Apple Podcasts', href: 'https://podcasts.apple.com/podcast/id1234567890' }
	expect(subscribeLinks(set)).toEqual([ofApple, ...elsewhere])
	// The default of the settings is the directory's home page.
	expect(subscribeLinks({ ...set, directoryUrl: 'https://podcasts.apple.com/', directoryName: 'Apple' })).toEqual([
		ofApple,
		...elsewhere,
	])
	const other = { directoryUrl: 'https://castro.fm/podcast/abc', directoryName: 'Castro' }
	expect(subscribeLinks({ ...set, ...other })).toEqual([
		ofApple,
		{ label: 'Castro', href: other.directoryUrl },
		...elsewhere,
	])
	// Apple appears once, even if both are set.
	expect(subscribeLinks({ ...set, directoryUrl: apple, directoryName: 'Apple Podcasts' })).toEqual([
		{ label: 'Apple Podcasts', href: apple },
		...elsewhere,
	])
})

test("ignores a directory's home page", () => {
	const front = {
		...{ ...nothing, directoryUrl: 'https://podcasts.apple.com/', directoryName: 'Apple' },
		...{ spotifyUrl: 'https://open.spotify.com/', youtubeUrl: 'https://www.youtube.com/' },
	}
	expect(subscribeLinks(front)).toEqual([])
	const spotifyUrl = 'https://open.spotify.com/show/abc'
	expect(subscribeLinks({ ...nothing, spotifyUrl })).toEqual([{ label: 'Spotify', href: spotifyUrl }])
	const youtubeUrl = 'https://music.youtube.com/playlist?list=abc'
	expect(subscribeLinks({ ...nothing, youtubeUrl })).toEqual([{ label: 'YouTube Music', href: youtubeUrl }])
	expect(subscribeLinks({ ...nothing, youtubeUrl: 'https://www.youtube.com/@show' })[0]?.label).toBe('YouTube')
})

test('shows the known part of season and number', () => {
	expect(numberLabel({ season: 2, number: 7 })).toBe('Season 2, episode 7')
	expect(numberLabel({ season: null, number: 7 })).toBe('Episode 7')
	expect(numberLabel({ season: 2, number: null })).toBe('Season 2')
	expect(numberLabel({ season: null, number: null })).toBe('')
})
