import { expect, test } from 'vitest'
import { withStart } from './player.ts'
import { playerOf } from './player-address.ts'

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
	// Disguised hosts, which imported data may contain.
	['https://youtube.com@evil.example/watch?v=abc_DEF-123', 'none', ''],
	['https://cdn.example@evil.example/talk.mp4', 'none', ''],
	['https://user:word@cdn.example/talk.mp4', 'none', ''],
	['https:\\\\evil.example/talk.mp4', 'none', ''],
	['/\\evil.example/talk.mp4', 'none', ''],
	['ftp://cdn.example/talk.mp4', 'none', ''],
	['javascript:alert(1)//talk.mp4', 'none', ''],
	['https://youtube.com:8443/watch?v=abc_DEF-123', 'none', 'https://youtube.com:8443/watch?v=abc_DEF-123'],
	['https://vimeo.com:8443/123456789', 'none', 'https://vimeo.com:8443/123456789'],
	// Other spellings of the same hosts.
	['https://WWW.YouTube.COM./watch?v=abc_DEF-123', 'youtube', youtube],
	['https://vimeo.com.:443/123456789', 'vimeo', 'https://player.vimeo.com/video/123456789?dnt=1&autoplay=1'],
])('finds the player of %s', (link, kind, src) => {
	expect(playerOf(link)).toEqual({ kind, src })
})

test('embeds a page of a host from the settings', () => {
	const kindOf = (link: string) => playerOf(link, ['video.club.example']).kind
	expect(kindOf('https://video.club.example/1')).toBe('frame')
	expect(kindOf('https://video.club.example/1.mp4')).toBe('file')
	// The page's CSP allows only the host name.
	expect(kindOf('https://video.club.example:8443/1')).toBe('none')
	expect(kindOf('http://video.club.example/1')).toBe('none')
	expect(kindOf('https://more.video.club.example/1')).toBe('none')
	expect(kindOf('https://video.club.example.evil.example/1')).toBe('none')
})

const vimeo = 'https://player.vimeo.com/video/76979871?dnt=1&autoplay=1'

test.each([
	'https://vimeo.com/showcase/3967384/video/76979871',
	'https://vimeo.com/album/3967384/video/76979871/',
	'https://vimeo.com/groups/114/videos/76979871',
	'https://vimeo.com/channels/1234/76979871',
	'https://vimeo.com/channels/staffpicks/76979871?share=copy',
	'https://vimeo.com/manage/videos/76979871',
	'https://www.vimeo.com/76979871/',
])('%s plays the video that it names', (link) => {
	expect(playerOf(link)).toEqual({ kind: 'vimeo', src: vimeo })
})

test.each([
	['https://vimeo.com/76979871#t=1m30s', `${vimeo}#t=90s`],
	['https://vimeo.com/76979871?fl=pl#t=90', `${vimeo}#t=90s`],
	['https://www.youtube.com/watch?v=abc_DEF-123#t=1m30s', `${youtube}&start=90`],
	['https://youtu.be/abc_DEF-123#t=90', `${youtube}&start=90`],
	['https://www.youtube.com/watch?list=PL123&v=abc_DEF-123', youtube],
])('%s starts at its timestamp', (link, src) => {
	expect(playerOf(link).src).toBe(src)
})

test.each([
	'https://vimeo.com/showcase/3967384',
	'https://vimeo.com/album/3967384',
	'https://vimeo.com/groups/114',
	'https://vimeo.com/channels/1234',
	'https://vimeo.com/event/3967384',
	'https://vimeo.com/ondemand/film/3967384',
	'https://vimeo.com/user/114/folder/3967384',
	'https://vimeo.com/blog/post/2024/10',
	'https://www.youtube.com/watch?v=abc_DEF-12',
	'https://www.youtube.com/watch?v=abc_DEF-1234',
	'https://youtu.be/abc_DEF-123/more',
	'https://www.youtube.com/playlist?list=PL1234567890&v=abc_DEF-123',
	'https://www.youtube.com/embed/videoseries?list=PL1234567890',
	'https://www.youtube.com/embed/live_stream?channel=UC1',
	'https://www.youtube.com/@some-channel',
	'https://en.wikipedia.org/wiki/File:Court.webm',
	'https://commons.wikimedia.org/wiki/File%3ACourt.webm',
	'https://wiki.club.example/index.php/File:Court.webm',
	'https://wiki.club.example/Datei:Court.webm',
	'https://wiki.club.example/%D0%A4%D0%B0%D0%B9%D0%BB:Court.webm',
	'https://www.mediafire.com/file/abc/court.mp4',
	'https://code.club.example/o/r/blob/main/film.mp4',
	'https://www.dropbox.com/scl/fo/abc/film.mp4?rlkey=x&dl=0',
	'https://club.sharepoint.com/:v:/s/team/film.mp4',
	'https://app.box.com/s/abc/film.mp4',
	'https://github.com/o/r/tree/main/film.mp4',
])('%s is ambiguous and stays a link', (link) => {
	expect(playerOf(link, ['play.example'])).toEqual({ kind: 'none', src: link })
})

test.each([
	[
		'https://www.dropbox.com/scl/fi/abc/film.mp4?rlkey=x&dl=0',
		'https://www.dropbox.com/scl/fi/abc/film.mp4?rlkey=x&raw=1',
	],
	['https://www.dropbox.com/s/abc/film.mp4?dl=1', 'https://www.dropbox.com/s/abc/film.mp4?raw=1'],
	['https://github.com/o/r/blob/main/a/film.mp4', 'https://github.com/o/r/raw/main/a/film.mp4'],
	['https://github.com/o/r/raw/main/film.mp4', 'https://github.com/o/r/raw/main/film.mp4'],
	['https://github.com/o/r/releases/download/v1/film.mp4', 'https://github.com/o/r/releases/download/v1/film.mp4'],
	['https://gitlab.com/g/o/r/-/blob/main/film.mp4', 'https://gitlab.com/g/o/r/-/raw/main/film.mp4'],
	['https://codeberg.org/o/r/src/branch/main/film.mp4', 'https://codeberg.org/o/r/raw/branch/main/film.mp4'],
	['https://archive.org/details/talk/film.mp4', 'https://archive.org/download/talk/film.mp4'],
	[
		'https://upload.wikimedia.org/wikipedia/commons/1/1a/Court.webm#t=5',
		'https://upload.wikimedia.org/wikipedia/commons/1/1a/Court.webm#t=5',
	],
])('%s plays the file that it leads to', (link, src) => {
	expect(playerOf(link)).toEqual({ kind: 'file', src })
})

test.each([
	['https://gitlab.com//evil.example/r/-/blob/main/film.mp4', 'https://gitlab.com//evil.example/r/-/raw/main/film.mp4'],
	['https://huggingface.co//evil.example/blob/film.mp4', 'https://huggingface.co//evil.example/resolve/film.mp4'],
	['https://gitlab.com/\\\\evil.example/-/blob/film.mp4', 'https://gitlab.com///evil.example/-/raw/film.mp4'],
	['https://www.DropBox.com./s/abc/film.mp4?dl=0', 'https://www.dropbox.com./s/abc/film.mp4?raw=1'],
])('%s plays from its own host', (link, src) => {
	expect(playerOf(link)).toEqual({ kind: 'file', src })
})

const LOOM = '0123456789abcdef0123456789abcdef'

test.each([
	[`https://www.loom.com/share/${LOOM}?sid=1`, `https://www.loom.com/embed/${LOOM}?sid=1`],
	[`https://loom.com/share/Our-intake-${LOOM}`, `https://www.loom.com/embed/${LOOM}`],
	['https://www.loom.com/my-videos', undefined],
	['https://club.wistia.com/medias/abcde12345', 'https://fast.wistia.net/embed/iframe/abcde12345'],
	['https://share.vidyard.com/watch/aBc-12', 'https://play.vidyard.com/aBc-12'],
	['https://www.ted.com/talks/a_talk', 'https://embed.ted.com/talks/a_talk'],
	['https://www.youtube.com/playlist?list=PL12', undefined],
	['https://www.youtube.com/embed/videoseries?list=PL12', 'https://www.youtube.com/embed/videoseries?list=PL12'],
	['https://vimeo.com/showcase/3967384', undefined],
	['https://vimeo.com/showcase/3967384/embed', 'https://vimeo.com/showcase/3967384/embed'],
	['https://us02web.zoom.us/rec/share/abc', undefined],
	[
		'https://drive.google.com/file/d/1aB_c/view?usp=sharing',
		'https://drive.google.com/file/d/1aB_c/preview?usp=sharing',
	],
	['https://streamable.com/abc12', 'https://streamable.com/e/abc12'],
])('%s is embedded only through an embeddable page, if it has one', (link, src) => {
	const hosts = [
		...['www.loom.com', 'drive.google.com', 'streamable.com', 'fast.wistia.net', 'play.vidyard.com', 'embed.ted.com'],
		...['www.youtube.com', 'vimeo.com', 'us02web.zoom.us'],
	]
	expect(playerOf(link, hosts)).toEqual(src ? { kind: 'frame', src } : { kind: 'none', src: link })
	expect(playerOf(link).kind).toBe('none')
})

test('does not play a path of this site that has a file name only in its query', () => {
	expect(playerOf('/search?q=talk.mp4').kind).toBe('none')
	expect(playerOf('/videos/talk.mp4?v=2').kind).toBe('file')
})

test.each([
	['youtube', youtube, 0, youtube],
	['youtube', youtube, 61.9, `${youtube}&start=61`],
	['youtube', `${youtube}&start=42`, 90, `${youtube}&start=90`],
	['vimeo', 'https://player.vimeo.com/video/1?dnt=1', 90, 'https://player.vimeo.com/video/1?dnt=1#t=90s'],
	['frame', 'https://films.example/1', 90, 'https://films.example/1'],
])('sets the start time of a %s player, if the player supports it', (kind, src, seconds, address) =>
	expect(withStart(src, kind, seconds)).toBe(address),
)
