import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { db } from '#db/client.ts'
import { outbox } from '#db/schema/platform/operations.ts'
import { podcastFeedStatus } from '#db/schema/podcast.ts'
import { siteMetrics } from '#src/app/metrics.ts'
import * as settings from '#src/platform/env/env.ts'
import * as publishQueue from '#src/platform/publish/publish-queue.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'

let database: TestDatabase
beforeEach(async () => {
	database = await freshDatabase()
	vi.spyOn(settings, 'env').mockReturnValue({ ...settings.env(), dataDir: database.folder })
})
afterEach(() => database.discard())

const ON_SITE = { listener: undefined, token: 'a-token-of-sixteen-or-more' }
const lineOf = (text: string, series: string) =>
	text
		.split('\n')
		.find((line) => line.startsWith(`${series} `))
		?.slice(series.length + 1)

test('queues, feed and backups are reported from the current database', async () => {
	const due = new Date('2026-03-01T12:00:00Z')
	const row = (id: string, kind: string, state: 'waiting' | 'dead' | 'done', availableAt = due) => ({
		...{ id, kind, state, availableAt },
		...{ payload: '{}', createdAt: due },
	})
	const later = new Date('2026-03-01T13:00:00Z')
	await db()
		.insert(outbox)
		.values([
			row('1', 'mail', 'waiting'),
			row('2', 'mail', 'waiting', later),
			row('3', 'mail', 'dead'),
			row('4', 'mail', 'done'),
			row('5', 'deploy-hook', 'dead'),
			// Emails to unverified addresses from visitors do not count.
			{ ...row('6', 'mail', 'dead'), payload: JSON.stringify({ isUnverified: true }) },
		])
	await db().insert(podcastFeedStatus).values({ id: 1, failingSince: due, lastSuccessAt: due })
	vi.spyOn(publishQueue, 'countWaitingPages').mockResolvedValue(2)
	const backups = join(database.folder, 'backups')
	mkdirSync(backups)
	for (const [name, at] of [
		['old.db', due],
		['new.db', later],
		['cut.db.unfinished', new Date()],
	] as const) {
		writeFileSync(join(backups, name), '')
		utimesSync(join(backups, name), at, at)
	}

	const text = await siteMetrics(ON_SITE, 'r1').render()
	const rows = (kind: string, state: string) =>
		lineOf(text, `second_chair_outbox_rows{kind="${kind}",state="${state}"}`)
	expect(rows('mail', 'waiting')).toBe('2')
	expect(rows('mail', 'dead')).toBe('1')
	expect(rows('deploy-hook', 'dead')).toBe('1')
	expect(rows('cdn-purge', 'waiting')).toBe('0')
	const seconds = String(due.getTime() / 1000)
	expect(lineOf(text, 'second_chair_outbox_first_due_timestamp_seconds{kind="mail"}')).toBe(seconds)
	expect(lineOf(text, 'second_chair_publish_queue_pages')).toBe('2')
	expect(lineOf(text, 'second_chair_podcast_feed_failing')).toBe('1')
	expect(lineOf(text, 'second_chair_backup_last_success_timestamp_seconds')).toBe(String(later.getTime() / 1000))
	expect(lineOf(text, 'second_chair_database_up')).toBe('1')
})

test('unknown values are omitted instead of reported as 0', async () => {
	const text = await siteMetrics(ON_SITE, 'r1').render()
	expect(lineOf(text, 'second_chair_backup_last_success_timestamp_seconds')).toBeUndefined()
	expect(lineOf(text, 'second_chair_outbox_first_due_timestamp_seconds{kind="mail"}')).toBeUndefined()
	expect(lineOf(text, 'second_chair_database_requests_waiting')).toBe('0')
})

test('frequent scrapes do not query the database', async () => {
	const metrics = siteMetrics(ON_SITE, 'r1')
	const execute = vi.spyOn(database.client, 'execute')
	await metrics.render()
	const before = execute.mock.calls.length
	expect(before).toBeGreaterThan(0)
	for (let scrape = 0; scrape < 20; scrape++) await metrics.render()
	expect(execute.mock.calls.length).toBe(before)
})

test('an unavailable database is reported as 0, and its last counts stay', async () => {
	const metrics = siteMetrics(ON_SITE, 'r1')
	expect(lineOf(await metrics.render(), 'second_chair_database_up')).toBe('1')
	vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 16_000)
	vi.spyOn(database.client, 'execute').mockRejectedValue(new Error('away'))
	const text = await metrics.render()
	expect(lineOf(text, 'second_chair_database_up')).toBe('0')
	expect(lineOf(text, 'second_chair_outbox_rows{kind="mail",state="waiting"}')).toBe('0')
})
