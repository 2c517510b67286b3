import { expect, test } from 'vitest'
import { contentTypeOf } from './content-types.ts'

test.each([
	['about/index.html', 'text/html; charset=utf-8'],
	['_astro/page.B1x.js', 'text/javascript; charset=utf-8'],
	['search.json', 'application/json; charset=utf-8'],
	['sitemap.xml', 'application/xml; charset=utf-8'],
	['site.webmanifest', 'application/manifest+json'],
	['favicon.ico', 'image/x-icon'],
	['logo.SVG', 'image/svg+xml'],
	['inter.woff2', 'font/woff2'],
	['talk.mp3', 'audio/mpeg'],
	['talk.m4a', 'audio/mp4'],
	['video.webm', 'video/webm'],
	['captions.vtt', 'text/vtt; charset=utf-8'],
	['notes.unheard-of', 'application/octet-stream'],
	['html', 'application/octet-stream'],
	['.html', 'application/octet-stream'],
])('the type of %s is %s', (file, type) => {
	expect(contentTypeOf(file)).toBe(type)
})
