import { env } from '../env.ts'

/**
 * Whether the mails of a site without a mail server are shown to whoever asks. Only on one's own machine: they hold
 * links that set passwords.
 */
export function showsWrittenMails(): boolean {
	const { production, smtpUrl, publicUrl } = env()
	return !production && !smtpUrl && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(new URL(publicUrl).hostname)
}
