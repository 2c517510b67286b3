import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { readVideoScript } from '#src/app/seed/courses/video-script.ts'
import { videoData } from './schema.ts'

const seconds = (text: string) => {
	const [hours = 0, minutes = 0, rest = 0] = text.split(':').map(Number)
	return hours * 3600 + minutes * 60 + rest
}

test.each(['the-fifteen-minute-call', 'reconciled-in-twenty-minutes'] as const)(
	'the captions of %s contain its whole script, in order and without overlap',
	(slug) => {
		const { captionsUrl, transcript, duration } = readVideoScript(slug)
		const [head, ...cues] = readFileSync(`public${captionsUrl}`, 'utf8').trim().split('\n\n')
		expect(head).toBe('WEBVTT')
		const parsed = cues.map((cue) => {
			const [, from = '', to = '', text = ''] = /^(\S+) --> (\S+)\n(.+)$/.exec(cue) ?? []
			return { from: seconds(from), to: seconds(to), text }
		})
		expect(parsed.map(({ text }) => text).join(' ')).toBe(transcript.replaceAll(/\s+/g, ' '))
		parsed.forEach(({ from, to }, at) => {
			expect(to).toBeGreaterThan(from)
			expect(from).toBeGreaterThanOrEqual(parsed[at - 1]?.to ?? 0)
		})
		expect(Math.abs((parsed.at(-1)?.to ?? 0) - seconds(`0:${duration}`))).toBeLessThan(2)
	},
)

test('accepts captions only from this site', () => {
	const isAccepted = (captionsUrl: string) => z.safeParse(videoData, { captionsUrl }).success
	expect(['', '/videos/talk.vtt'].every(isAccepted)).toBe(true)
	const rejected = ['https://example.com/talk.vtt', '//evil.example/talk.vtt', '/api/user', 'talk.vtt']
	expect(rejected.some(isAccepted)).toBe(false)
})
