import { type OutboxWorker, runOutbox } from '../outbox.ts'
import { mailWaits } from './mode.ts'
import { MAIL_KIND } from './outgoing.ts'

/** With the pauses of the outbox: about a day and a half, longer than most mail servers are ever away. */
const MAX_ATTEMPTS = 24

/**
 * Sends every mail that is due, one after another. Where there is no mail server to try, none is tried: they are not
 * failures, and leave once there is one.
 * @returns how many were worked on.
 */
export async function runMailOutbox(deliver: OutboxWorker, signal?: AbortSignal): Promise<number> {
	if (mailWaits()) return 0
	return runOutbox({ [MAIL_KIND]: deliver }, { only: [MAIL_KIND], maxAttempts: MAX_ATTEMPTS, signal })
}
