import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { AddressInfo, Server } from 'node:net'
import { join } from 'node:path'
import { Counter, Gauge } from 'prom-client'
import { database, isDatabaseOpen } from '#db/client.ts'
import { MAILING_KIND } from '#src/features/mailings/server/mailing-job.ts'
import { getPodcastStatus } from '#src/features/podcast/server/service.ts'
import { searchCounts } from '#src/features/search/server/service.ts'
import { hasFeature } from '#src/lib/site/features.ts'
import { env, type MetricsSettings } from '#src/platform/env/env.ts'
import { countOutbox } from '#src/platform/jobs/outbox.ts'
import { log } from '#src/platform/log.ts'
import { MAIL_KIND } from '#src/platform/mail/mail.ts'
import { createMetrics, type Metrics } from '#src/platform/metrics/metrics.ts'
import { createMetricsServer } from '#src/platform/metrics/metrics-server.ts'
import { Sampled } from '#src/platform/metrics/sampled.ts'
import { countWaitingPages } from '#src/platform/publish/publish-queue.ts'
import { lastBackup } from './backups/schedule.ts'
import { projectRoot } from './build/paths.ts'
import { otherOutboxKinds } from './jobs.ts'
import { lastBackupAt } from './last-backup.ts'

// This module is loaded only if metrics are enabled, because the library costs memory.

async function queryDatabase() {
	const [outbox, pages, feed] = await Promise.all([countOutbox(), countWaitingPages(), getPodcastStatus()])
	return { outbox, pages, feed }
}

type DatabaseState = Awaited<ReturnType<typeof queryDatabase>>

const seconds = (at: Date | string) => new Date(at).getTime() / 1000

/** Sets a gauge, or removes it while its value is unknown: a 0 would be wrong. */
function setIfKnown(gauge: Gauge, value: number | undefined): void {
	if (value === undefined) gauge.remove()
	else gauge.set(value)
}

function queueSeries(metrics: Metrics): (snapshot: DatabaseState) => void {
	const registers = [metrics.registry]
	const rows = new Gauge({
		name: 'second_chair_outbox_rows',
		help: 'Outgoing work by kind: waiting until it is due or retried, or dead after all retries failed.',
		labelNames: ['kind', 'state'],
		registers,
	})
	const firstDue = new Gauge({
		name: 'second_chair_outbox_first_due_timestamp_seconds',
		help: 'When the first waiting row is or was due.',
		labelNames: ['kind'],
		registers,
	})
	const pages = new Gauge({
		name: 'second_chair_publish_queue_pages',
		help: 'Public pages waiting to be published by this node.',
		registers,
	})
	return (snapshot) => {
		rows.reset()
		firstDue.reset()
		// An empty queue is 0, not missing.
		for (const kind of [MAIL_KIND, MAILING_KIND, ...otherOutboxKinds])
			for (const state of ['waiting', 'dead']) rows.set({ kind, state }, 0)
		for (const { kind, state, rows: count, firstDueAt } of snapshot.outbox) {
			rows.set({ kind, state }, count)
			if (state === 'waiting') firstDue.set({ kind }, seconds(firstDueAt))
		}
		pages.set(snapshot.pages)
	}
}

function feedSeries(metrics: Metrics): (snapshot: DatabaseState) => void {
	const registers = [metrics.registry]
	const lastSuccess = new Gauge({
		name: 'second_chair_podcast_feed_last_success_timestamp_seconds',
		help: 'When the feed was last read successfully, as far as this node knows. Only one node reads it: take the maximum.',
		registers,
	})
	const failing = new Gauge({
		name: 'second_chair_podcast_feed_failing',
		help: '1 while the feed cannot be read. The site keeps the last valid feed.',
		registers,
	})
	lastSuccess.remove()
	return ({ feed }) => {
		setIfKnown(lastSuccess, feed.lastSuccessAt === null ? undefined : seconds(feed.lastSuccessAt))
		failing.set(feed.failingSince === null ? 0 : 1)
	}
}

function watchDatabase(metrics: Metrics): void {
	const registers = [metrics.registry]
	const up = new Gauge({
		name: 'second_chair_database_up',
		help: '1 if the database answered the last check, at most 15 seconds ago, within 1.5 seconds.',
		registers,
	})
	const writable = new Gauge({
		name: 'second_chair_database_writable',
		help: '1 if writes can be expected to succeed; 0 while the disk is full or read-only.',
		registers,
	})
	const waiting = new Gauge({
		name: 'second_chair_database_requests_waiting',
		help: 'Requests waiting for a slot with the database server. Joined reads count as one.',
		registers,
	})
	const recoveries = new Counter({
		name: 'second_chair_database_recoveries_total',
		help: 'Reconnections to the database file.',
		registers,
	})
	const updates = [queueSeries(metrics), feedSeries(metrics)]
	const sampled = new Sampled(queryDatabase)
	metrics.onScrape(async () => {
		const { value, answers } = await sampled.read()
		up.set(answers ? 1 : 0)
		if (value) for (const update of updates) update(value)
		const current = isDatabaseOpen() ? database() : undefined
		writable.set(answers && (await current?.isWritable().catch(() => false)) ? 1 : 0)
		waiting.set(current?.waiting ?? 0)
		recoveries.reset()
		recoveries.inc(current?.recoveries ?? 0)
	})
}

function watchBackups(metrics: Metrics): void {
	const { dataDir } = env()
	const gauge = new Gauge({
		name: 'second_chair_backup_last_success_timestamp_seconds',
		help: 'Time of the newest backup known to this node; missing if it knows of none.',
		registers: [metrics.registry],
	})
	gauge.remove()
	const sampled = new Sampled(() => lastBackupAt(dataDir))
	metrics.onScrape(async () => {
		const { value } = await sampled.read()
		// Scheduled backups from any node, and manual ones on this node.
		const times = [value, lastBackup()?.at].flatMap((at) => at ?? []).map(seconds)
		setIfKnown(gauge, times.length === 0 ? undefined : Math.max(...times))
	})
}

/** Counts searches and those without hits, but never the search text. */
function watchSearches(metrics: Metrics): void {
	const searches = new Counter({
		name: 'second_chair_searches_total',
		help: 'Site searches answered by this node, by whether they had results.',
		labelNames: ['found'],
		registers: [metrics.registry],
	})
	metrics.onScrape(async () => {
		searches.reset()
		searches.inc({ found: 'yes' }, searchCounts.searches - searchCounts.empty)
		searches.inc({ found: 'no' }, searchCounts.empty)
	})
}

const versionOf = (root: string): string =>
	(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version

export function siteMetrics(settings: MetricsSettings, release: string): Metrics {
	const metrics = createMetrics({
		version: versionOf(projectRoot),
		release,
		tokenOnSitePort: settings.listener ? undefined : settings.token,
	})
	watchDatabase(metrics)
	watchBackups(metrics)
	if (hasFeature('search')) watchSearches(metrics)
	return metrics
}

/** Serves the metrics on their own port, if one is configured. @throws if the port is unavailable. */
export async function listenForScrapes(
	{ listener, token }: MetricsSettings,
	metrics: Metrics,
): Promise<Server | undefined> {
	if (!listener) return undefined
	const server = createMetricsServer(token, metrics.render)
	server.listen(listener.port, listener.host)
	await once(server, 'listening')
	log.info({ host: listener.host, port: (server.address() as AddressInfo).port }, 'metrics')
	return server
}
