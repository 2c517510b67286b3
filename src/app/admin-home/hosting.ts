import { lastVerifiedAt } from '#src/app/backups/verified.ts'
import { projectRoot } from '#src/app/build/paths.ts'
import { env } from '#src/platform/env/env.ts'
import { mailWaits } from '#src/platform/mail/mail.ts'
import { newestBackupAt } from './backup-age.ts'

/** A setting that is made on the server, not on a screen. */
export interface HostingSection {
	/** Fragment of the URL: `/admin/hosting#backups`. */
	id: 'address' | 'mail' | 'backups'
	title: string
	why: string
	/** The current state. Dates are separate fields, formatted in the reader's time zone. */
	now: string
	nowAt?: string
	/** Lines to copy into a file or a terminal, verbatim. */
	lines: ReadonlyArray<{ label: string; text: string }>
	after: string
}

const isOnHttps = () => env().publicUrl.startsWith('https://')

function suggestedUrl(): string {
	const { hostname } = new URL(env().publicUrl)
	return /^(localhost|[\d.]+|\[.*\])$/.test(hostname) ? 'https://club.example' : `https://${hostname}`
}

const address = (): HostingSection => ({
	id: 'address',
	title: 'Club address',
	why: 'Links in emails, search engines and shared pages start with this address. With https, nobody can read the traffic in between.',
	now: isOnHttps() ? `${env().publicUrl}, with https.` : `${env().publicUrl}, without https.`,
	lines: [{ label: 'Add to the server settings', text: `PUBLIC_URL=${suggestedUrl()}` }],
	after:
		'Replace the name with your own, point it at the server, and restart the server. Old links keep working as long as the old name points there too.',
})

function mailState(): string {
	if (env().smtpUrl) return 'A mail server is connected.'
	return mailWaits()
		? 'No mail server is connected. Emails wait and go out once there is one.'
		: 'No mail server is connected. Emails are written to files, for testing.'
}

const mail = (): HostingSection => ({
	id: 'mail',
	title: 'Mail server',
	why: 'It sends invitations, password links and notifications. Your email provider calls it SMTP and gives you the server name, user and password.',
	now: mailState(),
	lines: [
		{
			label: 'Add to the server settings',
			text: 'SMTP_URL=smtps://USER:PASSWORD@mail.club.example:465',
		},
		{ label: 'And the sender', text: `MAIL_FROM=Your Club <hello@${new URL(suggestedUrl()).hostname}>` },
	],
	after: 'Restart the server. Then choose “Send me the email” under First steps and click the button in that email.',
})

async function backups(): Promise<HostingSection> {
	const [newest, verified] = await Promise.all([newestBackupAt(), lastVerifiedAt(env().dataDir)])
	return {
		id: 'backups',
		title: 'Backups',
		why: 'Disks fail, and people delete things by mistake. Keep a backup on another machine, and test that you can restore it.',
		now: `${newest ? (verified ? 'A test restore has succeeded.' : 'No backup has been test-restored yet.') : 'There is no backup yet.'}${newest ? ' The newest is from' : ''}`,
		...(newest ? { nowAt: newest.toISOString() } : {}),
		lines: [
			{ label: 'Add to the server settings: one backup a day', text: 'BACKUP_EVERY=24' },
			{ label: 'And where they go: a folder on another machine, or a bucket', text: 'BACKUP_TO=/mnt/backups/club' },
			{ label: `Make one now, on the server in ${projectRoot}`, text: 'npm run db:backup' },
			{ label: 'Test-restore the newest one, on the same server', text: 'npm run db:verify' },
		],
		after:
			'Run the commands as the server’s user. The first step is done when the newest backup is less than seven days old and a test restore has succeeded.',
	}
}

/** Returns the settings that only the host can change, in the recommended order. */
export const findHosting = async (): Promise<HostingSection[]> => [address(), mail(), await backups()]
