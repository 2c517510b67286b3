import { runOutbox } from '../outbox.ts'
import { deliverMail } from './deliver.ts'
import { MAIL_KIND } from './outgoing.ts'

/** With the pauses of the outbox: about a day and a half, longer than most mail servers are ever away. */
const MOST_ATTEMPTS = 24

/** Sends every mail that is due, one after another. @returns how many were worked on. */
export const sendDueMails = (signal?: AbortSignal) =>
	runOutbox({ [MAIL_KIND]: deliverMail }, { only: [MAIL_KIND], mostAttempts: MOST_ATTEMPTS, signal })
