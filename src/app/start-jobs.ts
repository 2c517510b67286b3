import { max } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { onInserted } from '#db/inserted.ts'
import { publishEvents } from '#db/schema/platform/operations.ts'
import { write } from '#db/write.ts'
import { writeSeen } from '#src/features/auth/server/last-seen.ts'
import { isAvailable } from '#src/lib/site/features.ts'
import type { Job } from '#src/platform/jobs/job.ts'
import { type OnDemand, onDemand } from '#src/platform/jobs/on-demand.ts'
import { runEvery } from '#src/platform/jobs/run-every.ts'
import { onWake } from '#src/platform/jobs/wake.ts'
import { log } from '#src/platform/log.ts'
import { abortMails, closeMail } from '#src/platform/mail/deliver.ts'
import { jobs } from './jobs.ts'
import { heartbeat, type Peer } from './nodes/registry.ts'

/** Interval of the poll for due work, in milliseconds: short for a local file, longer for a server's round trips. */
const POLL_FILE_MS = 1_000
const POLL_SERVER_MS = 5_000
/** Wait after a failed poll, in milliseconds. Short, because a node that was cut off may show stale content. */
const POLL_RETRY_MS = 1_000
/** Grace period for an email in progress at shutdown, in milliseconds. */
const MAIL_GRACE_MS = 3_000

interface StartedJob extends OnDemand {
	readonly job: Job
	/** Time until which the poll skips its due-work query. */
	skipQueryUntil: number
}

/** Runs `work` every `ms`, never concurrently. Logs a failure and retries after `againMs`. */
const every = (ms: number, name: string, work: () => Promise<unknown>, retryMs = ms): (() => Promise<void>) =>
	runEvery({
		work: () => work().then(() => ms),
		failed(error) {
			log.error({ job: name, err: error }, 'job failed')
			return retryMs
		},
	})

function start(job: Job): StartedJob {
	const started: OnDemand = onDemand(job.name, (signal) => job.run(signal, (ms) => started.askAt(Date.now() + ms)))
	return { ...started, job, skipQueryUntil: 0 }
}

/** Runs the job when this process creates work for it. @returns a function that stops listening. */
function listen({ job, ask }: StartedJob): () => void {
	const { name, inserted } = job
	const stopListeners = [onWake(name, ask)]
	if (inserted)
		stopListeners.push(onInserted(inserted.table, (values) => void ((inserted.when?.(values) ?? true) && ask())))
	return () => {
		for (const stop of stopListeners) stop()
	}
}

/** Returns the due time in a job's row, in epoch milliseconds; 0, which means now, if the row has none. */
function dueTime(row: { at?: unknown }): number {
	const { at = 0 } = row
	return at instanceof Date ? at.getTime() : Number(at)
}

/**
 * Polls for all due work in one round trip. Only a fallback: work that this process creates wakes its job immediately,
 * and so do calls from other nodes.
 * @param self the entry of this node, renewed by each poll; undefined if no other node shares the database.
 */
async function poll(started: readonly StartedJob[], { publisher, self }: JobsOptions): Promise<void> {
	const now = Date.now()
	const polled = started.flatMap((entry) => {
		const query = now >= entry.skipQueryUntil && entry.job.due?.(now)
		return query ? [{ entry, query }] : []
	})
	const published = db()
		.select({ seq: max(publishEvents.seq) })
		.from(publishEvents)
	const queries = polled.map(({ query }) => query)
	// A local file needs no transaction: nothing else competes for it.
	const statements = [published, ...queries]
	const [[last] = [], ...answers] = (
		self ? (await write({ statements, beat: heartbeat(self) })).statements : await Promise.all(statements)
	) as Record<string, unknown>[][]
	publisher.checkQueue(Number(last?.seq ?? 0))
	for (const [index, { entry }] of polled.entries()) {
		entry.skipQueryUntil = now + (entry.job.every ?? 0)
		const row = answers[index]?.[0]
		if (row) entry.askAt(dueTime(row))
	}
}

export interface JobsOptions {
	publisher: { checkQueue(seq: number): void }
	self?: Peer | undefined
}

/** Starts the background jobs. @returns a function that stops them and waits for running ones. */
export function startJobs(options: JobsOptions): () => Promise<void> {
	const available = jobs().filter(({ feature }) => feature === undefined || isAvailable(feature))
	const timed = available.filter(({ due }) => due === undefined)
	const started = available.filter(({ due }) => due !== undefined).map(start)
	const stopListening = started.map(listen)
	const stopTimers = [
		every(options.self ? POLL_SERVER_MS : POLL_FILE_MS, 'poll', () => poll(started, options), POLL_RETRY_MS),
		...timed.map(({ name, every: ms = 0, run }) => every(ms, name, () => run(new AbortController().signal, () => {}))),
	]
	return async () => {
		for (const stop of stopListening) stop()
		const mailTimer = setTimeout(abortMails, MAIL_GRACE_MS)
		await Promise.all(stopTimers.map((stop) => stop()))
		await writeSeen().catch((error: unknown) => log.warn({ err: error }, 'last seen not written'))
		await Promise.all(started.map((job) => job.stop()))
		clearTimeout(mailTimer)
		closeMail()
	}
}
