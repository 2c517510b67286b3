import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parseEnv, SettingsError } from './env.ts'

let dataDir: string
beforeEach(() => {
	dataDir = mkdtempSync(join(tmpdir(), 'second-chair-env-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const parse = (settings: Record<string, string> = {}) => parseEnv({ DATA_DIR: dataDir, ...settings })

describe('a machine without settings', () => {
	test('runs with the defaults', () => {
		const env = parse()
		expect(env).toMatchObject({
			production: false,
			host: '127.0.0.1',
			port: 4321,
			publicUrl: 'http://localhost:4321',
			databaseUrl: `file:${join(dataDir, 'second-chair.db')}`,
			seedDemo: true,
			podcastFeedUrl: undefined,
			podcastPollSeconds: 900,
			feedAllowPrivate: false,
			admin: undefined,
		})
		expect([...env.allowedHosts].sort()).toEqual(['127.0.0.1:4321', '[::1]:4321', 'localhost:4321'])
	})

	test('creates a secret once, readable only by its owner', () => {
		const { secretKey } = parse()
		expect(secretKey.length).toBeGreaterThanOrEqual(43)
		expect(parse().secretKey).toBe(secretKey)
		const file = join(dataDir, 'secret-key')
		expect(readFileSync(file, 'utf8').trim()).toBe(secretKey)
		expect(statSync(file).mode & 0o077).toBe(0)
	})

	test('treats an empty setting as absent', () => {
		expect(parse({ PORT: '', PUBLIC_URL: '', PODCAST_FEED_URL: '', FEED_ALLOW_PRIVATE: '' })).toMatchObject({
			port: 4321,
			podcastFeedUrl: undefined,
			feedAllowPrivate: false,
		})
	})
})

test('enables demonstration sign-ins on https only if requested', () => {
	expect(parse({ PUBLIC_URL: 'https://club.example' }).seedDemo).toBe(false)
	expect(parse({ PUBLIC_URL: 'https://club.example', SEED_DEMO: 'true' }).seedDemo).toBe(true)
	expect(parse({ PUBLIC_URL: 'http://club.example:4321' }).seedDemo).toBe(true)
})

describe('production', () => {
	const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://club.example/', SECRET_KEY: 'k'.repeat(32) }

	test('lists every missing required setting and does not start', () => {
		expect(() => parse({ NODE_ENV: 'production' })).toThrow(SettingsError)
		expect(() => parse({ NODE_ENV: 'production' })).toThrow(/PUBLIC_URL.*\n.*SECRET_KEY/)
	})

	test('has no demonstration data, even if requested, and accepts only the listed hosts', () => {
		const env = parse({ ...production, SEED_DEMO: 'true', ALLOWED_HOSTS: 'www.club.example, Alt.example:8443' })
		expect(env.seedDemo).toBe(false)
		expect(env.publicUrl).toBe('https://club.example')
		expect([...env.allowedHosts]).toEqual(['club.example', 'www.club.example', 'alt.example:8443'])
	})
})

test('reads video player hosts as a list of names', () => {
	expect(parse({}).videoFrameHosts).toEqual([])
	expect(parse({ VIDEO_FRAME_HOSTS: ' play.example, Video.club.example,,play.example ' }).videoFrameHosts).toEqual([
		'play.example',
		'video.club.example',
	])
})

test('serves metrics only if a setting enables them', () => {
	expect(parse({ METRICS_HOST: '0.0.0.0' }).metrics).toBeUndefined()
	const token = 'a-token-of-sixteen-or-more'
	expect(parse({ METRICS_TOKEN: token }).metrics).toEqual({ listener: undefined, token })
	expect(parse({ METRICS_PORT: '9464' }).metrics).toEqual({
		listener: { host: '127.0.0.1', port: 9464 },
		token: undefined,
	})
	const both = parse({ METRICS_PORT: '9464', METRICS_HOST: '10.0.0.7', METRICS_TOKEN: token })
	expect(both.metrics).toEqual({ listener: { host: '10.0.0.7', port: 9464 }, token })
})

test.each([
	['Second Chair <hello@club.example>', { name: 'Second Chair', address: 'hello@club.example' }],
	[' hello@club.example ', { name: '', address: 'hello@club.example' }],
	['', { name: '', address: 'no-reply@second-chair.invalid' }],
])('parses MAIL_FROM=%s to %j', (value, mailFrom) => {
	expect(parse({ MAIL_FROM: value }).mailFrom).toEqual(mailFrom)
})

test.each([
	['VIDEO_FRAME_HOSTS', '*'],
	['VIDEO_FRAME_HOSTS', '*.example.com'],
	['VIDEO_FRAME_HOSTS', 'https://play.example'],
	['VIDEO_FRAME_HOSTS', 'play.example/embed'],
	['VIDEO_FRAME_HOSTS', 'play.example; script-src *'],
	['VIDEO_FRAME_HOSTS', "play.example 'unsafe-inline'"],
	['VIDEO_FRAME_HOSTS', 'play.example:8443'],
	['METRICS_PORT', '70000'],
	['METRICS_PORT', '4321'],
	['METRICS_TOKEN', 'short'],
	['METRICS_TOKEN', 'with a space, and long'],
	['PORT', '70000'],
	['PORT', 'web'],
	['PUBLIC_URL', 'club.example'],
	['PUBLIC_URL', 'ftp://club.example'],
	['DATABASE_URL', 'second-chair.db'],
	['FEED_ALLOW_PRIVATE', 'yes'],
	['PODCAST_KEEP_OLD', 'yes'],
	['FEATURES', 'podcasts'],
	['FEATURES', 'none,podcast'],
	['FEATURES', 'all,newsletter'],
	['PODCAST_POLL_SECONDS', '0'],
	['ADMIN_EMAIL', 'ruth'],
	['SECRET_KEY', 'short'],
	['LOG_LEVEL', 'loud'],
	['NODE_ENV', 'prod'],
	['PUBLIC_URL', 'https://club.example/forum'],
	['MAIL_FROM', 'Second Chair'],
	['MAIL_REPLY_TO', 'a@club.example, b@club.example'],
])('rejects %s=%s with the name of the setting', (name, value) => {
	expect(() => parse({ [name]: value })).toThrow(new RegExp(`^${name}: `))
})
