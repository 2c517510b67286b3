import { and, eq, lt } from 'drizzle-orm'
import { database, db } from '#db/client.ts'
import { outbox, publishEvents } from '#db/schema/operations.ts'
import { forgetExpiredAuthSessions } from '#src/features/auth/server/auth-sessions.ts'
import { forgetOldResets, resetWorkers } from '#src/features/auth/server/reset-password.ts'
import { sendReminders } from '#src/features/coaching/server/reminders.ts'
import { sendNotices } from '#src/features/questions/server/notices.ts'
import { forgetOldCaptchas } from '#src/platform/captcha/captcha.ts'
import { log } from '#src/platform/log.ts'
import { closeMail } from '#src/platform/mail/deliver.ts'
import { dropLateMails, MAIL_KIND } from '#src/platform/mail/mail.ts'
import { type OutboxWorker, runOutbox } from '#src/platform/outbox.ts'
import { forgetPassedWindows } from '#src/platform/rate-limit.ts'
import { sendDueMails } from './mails.ts'
import { announceWorkers } from './publish/announce.ts'

/** How long done work and the publish queue are kept, in milliseconds: long enough to look back at a bad week. */
const KEPT_MS = 7 * 24 * 60 * 60_000

const workers: Record<string, OutboxWorker> = { ...announceWorkers, ...resetWorkers }

async function tidy(): Promise<void> {
	const before = new Date(Date.now() - KEPT_MS)
	await forgetExpiredAuthSessions()
	await forgetPassedWindows()
	await forgetOldResets()
	await forgetOldCaptchas()
	await dropLateMails()
	await db().delete(publishEvents).where(lt(publishEvents.createdAt, before))
	await db()
		.delete(outbox)
		.where(and(eq(outbox.state, 'done'), lt(outbox.availableAt, before)))
}

/** Runs `work` every `ms`, never twice at once; a failure is logged and the next round comes as planned. */
export function every(ms: number, name: string, work: (signal: AbortSignal) => Promise<unknown>): () => Promise<void> {
	const stopping = new AbortController()
	let timer: NodeJS.Timeout | undefined
	let running: Promise<void> = Promise.resolve()
	const round = () => {
		running = work(stopping.signal)
			.then(
				() => undefined,
				(error: unknown) => log.error({ job: name, err: error }, 'job failed'),
			)
			.then(() => {
				if (!stopping.signal.aborted) timer = setTimeout(round, ms).unref()
			})
	}
	round()
	return async () => {
		stopping.abort()
		clearTimeout(timer)
		await running
	}
}

/** Starts what the server does besides answering. @returns a function that stops it and waits for what runs. */
export function startJobs(): () => Promise<void> {
	const stops = [
		every(1_000, 'outbox', (signal) => runOutbox(workers, { except: [MAIL_KIND], signal })),
		// By itself: a mail server that hangs must not hold up the rest.
		every(1_000, 'mail', sendDueMails),
		every(60 * 60_000, 'tidy', tidy),
		every(2_000, 'checkpoint', () => database().checkpoint()),
		every(15_000, 'question notices', () => sendNotices()),
		every(60_000, 'coaching reminders', () => sendReminders()),
	]
	return async () => {
		await Promise.all(stops.map((stop) => stop()))
		closeMail()
	}
}
