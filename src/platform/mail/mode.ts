import { env } from '../env.ts'

/**
 * Whether mails cannot leave for now: a site for the public that has no mail server yet. They wait in the outbox, none
 * is lost, and each screen that speaks of mails says so. Elsewhere a site without one writes them to files.
 */
export function mailWaits(): boolean {
	const { production, smtpUrl } = env()
	return production && !smtpUrl
}

/**
 * Whether the mails of a site without a mail server are shown to whoever asks. Only on one's own machine: they hold
 * links that set passwords.
 */
export function showsWrittenMails(): boolean {
	const { production, smtpUrl, publicUrl } = env()
	return !production && !smtpUrl && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(new URL(publicUrl).hostname)
}
