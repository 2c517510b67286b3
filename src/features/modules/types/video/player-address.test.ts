import { expect, test } from 'vitest'
import { playerOf } from './player-address.ts'
import { startingAt } from './player-frame.ts'

const youtube = 'https://www.youtube-nocookie.com/embed/abc_DEF-123?autoplay=1&rel=0'

test.each([
	['https://www.youtube.com/watch?v=abc_DEF-123', 'youtube', youtube],
	['https://youtu.be/abc_DEF-123?t=1m30s', 'youtube', `${youtube}&start=90`],
	['https://m.youtube.com/shorts/abc_DEF-123', 'youtube', youtube],
	['https://www.youtube.com/embed/abc_DEF-123?start=42', 'youtube', `${youtube}&start=42`],
	['https://vimeo.com/123456789', 'vimeo', 'https://player.vimeo.com/video/123456789?dnt=1&autoplay=1'],
	['https://vimeo.com/123456789/a1b2c3', 'vimeo', 'https://player.vimeo.com/video/123456789?h=a1b2c3&dnt=1&autoplay=1'],
	['https://player.vimeo.com/video/123456789', 'vimeo', 'https://player.vimeo.com/video/123456789?dnt=1&autoplay=1'],
	['https://cdn.example/talk.mp4?x=1', 'file', 'https://cdn.example/talk.mp4?x=1'],
	['/videos/talk.mp4', 'file', '/videos/talk.mp4'],
	['//evil.example/talk.mp4', 'none', ''],
	['https://example.com/talk', 'none', 'https://example.com/talk'],
	[
		'https://youtube.com.evil.example/watch?v=abc_DEF-123',
		'none',
		'https://youtube.com.evil.example/watch?v=abc_DEF-123',
	],
	['not a link', 'none', ''],
])('%s', (link, kind, src) => {
	expect(playerOf(link)).toEqual({ kind, src })
})

test('a page of a host that the settings allow stands in a frame', () => {
	const kindOf = (link: string) => playerOf(link, ['video.club.example']).kind
	expect(kindOf('https://video.club.example/1')).toBe('frame')
	expect(kindOf('https://video.club.example/1.mp4')).toBe('file')
	// The policy of the page allows the name alone.
	expect(kindOf('https://video.club.example:8443/1')).toBe('none')
	expect(kindOf('http://video.club.example/1')).toBe('none')
	expect(kindOf('https://more.video.club.example/1')).toBe('none')
	expect(kindOf('https://video.club.example.evil.example/1')).toBe('none')
})

test.each([
	['youtube', youtube, 0, youtube],
	['youtube', youtube, 61.9, `${youtube}&start=61`],
	['youtube', `${youtube}&start=42`, 90, `${youtube}&start=90`],
	['vimeo', 'https://player.vimeo.com/video/1?dnt=1', 90, 'https://player.vimeo.com/video/1?dnt=1#t=90s'],
	['frame', 'https://films.example/1', 90, 'https://films.example/1'],
])('a player of %s starts at a second', (kind, src, seconds, address) =>
	expect(startingAt(src, kind, seconds)).toBe(address),
)
