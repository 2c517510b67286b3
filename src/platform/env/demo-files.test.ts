import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isDemoFile } from './demo-files.ts'

test('matches the demonstration files in public/ and nothing else', () => {
	const files = readdirSync('public', { recursive: true, encoding: 'utf8' }).filter((name) => /\.\w+$/.test(name))
	expect(files.filter((name) => !isDemoFile(`/${name}`)).sort()).toEqual([
		'apple-touch-icon.png',
		'favicon.ico',
		'favicon.svg',
		'icon-192.png',
		'icon-512.png',
		'og.png',
		'site.webmanifest',
		'sw.js',
	])
	expect(isDemoFile('/podcast/feed.xml')).toBe(true)
	expect(isDemoFile('/videos/the-fifteen-minute-call.mp4')).toBe(true)
	expect(isDemoFile('/podcasts')).toBe(false)
})
