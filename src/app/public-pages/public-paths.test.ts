import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { READ_CACHE } from '#src/lib/site/offline-pages.ts'
import { isPublicPage } from '#src/lib/site/public-paths.ts'
import { accessOf } from '#src/lib/site/routes.ts'
import { isManagedPath } from './all.ts'

const PATHS = [
	...['/contact', '/privacy', '/terms', '/contacts', '/privacy/x', '/offline'],
	...['/', '/courses', '/courses/client-intake', '/courses/005-client-intake', '/courses/00a1b2c3d4'],
	...['/courses/', '/courses/a/cover.png', '/courses/a.css', '/coursesx', '/auth', '/apply', '/dashboard', '/account'],
	...['/questions', '/questions/1', '/coaching', '/admin', '/admin/courses', '/api/courses', '/api/user', '/sw.js'],
	...['/podcast', '/podcast/page/2', '/podcast/the-first-call', '/podcast/player', '/podcast/page/x', '/podcast/a/b'],
	...['/podcast/the-first-call/transcript.vtt', '/podcast/feed.xml', '/podcast/audio/a.mp3', '/podcast/player/x'],
	...['/unsubscribe/token', '/reset-password', '/dev/mail', '/sitemap.xml', '/_astro/a.js', '/render/courses/a'],
]

test('the browser prefetches only pages of the publisher', () => {
	for (const path of PATHS) {
		if (isPublicPage(path)) expect([isManagedPath(path), accessOf(path)], path).toEqual([true, 'public'])
		// Files are never prefetched on their own.
		else if (isManagedPath(path)) expect(path).toMatch(/\.(css|vtt)$/)
	}
	expect(PATHS.filter(isPublicPage)).toHaveLength(11)
})

test('the unbundled service worker uses the same public paths and cache name as the site', () => {
	const worker = readFileSync('public/sw.js', 'utf8')
	const [, pattern = ''] = /const isPublicPage = .*=> \/(.+)\/\.test\(path\)/.exec(worker) ?? []
	const isKept = new RegExp(pattern)
	expect(PATHS.filter((path) => isKept.test(path))).toEqual(PATHS.filter(isPublicPage))
	expect(worker).toContain(`const READ = '${READ_CACHE}'`)
})
