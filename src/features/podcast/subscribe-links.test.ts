import { expect, test } from 'vitest'
import { numberLabel, sizeLabel } from './episode-labels.ts'
import { subscribeLinks } from './subscribe-links.ts'

const apple = 'https://podcasts.apple.com/us/podcast/the-show/id1234567890?mt=2'

test('the number that Apple gave a show leads to other apps too', () => {
	const links = subscribeLinks({ directoryUrl: apple, directoryName: 'Apple Podcasts', spotifyUrl: '' })
	expect(links).toEqual([
		{ label: 'Apple Podcasts', href: apple },
		{ label: 'Overcast', href: 'https://overcast.fm/itunes1234567890' },
		{ label: 'Pocket Casts', href: 'https://pca.st/itunes/1234567890' },
	])
})

test('the front door of a directory is no show', () => {
	const front = {
		directoryUrl: 'https://podcasts.apple.com/',
		directoryName: 'Apple',
		spotifyUrl: 'https://open.spotify.com/',
	}
	expect(subscribeLinks(front)).toEqual([])
	const own = { directoryUrl: '', directoryName: '', spotifyUrl: 'https://open.spotify.com/show/abc' }
	expect(subscribeLinks(own)).toEqual([{ label: 'Spotify', href: own.spotifyUrl }])
})

test.each([
	[null, ''],
	[0, ''],
	[400, '1 kB'],
	[243_568, '244 kB'],
	[2_430_000, '2.4 MB'],
	[21_000_000, '21 MB'],
	[999_600_000, '1 GB'],
])('a size of %s bytes is said as "%s"', (bytes, words) => {
	expect(sizeLabel(bytes)).toBe(words)
})

test('season and number are said as far as they are known', () => {
	expect(numberLabel({ season: 2, number: 7 })).toBe('Season 2, episode 7')
	expect(numberLabel({ season: null, number: 7 })).toBe('Episode 7')
	expect(numberLabel({ season: 2, number: null })).toBe('Season 2')
	expect(numberLabel({ season: null, number: null })).toBe('')
})
