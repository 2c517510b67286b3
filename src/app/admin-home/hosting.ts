import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { lastVerifiedAt } from '#src/app/backups/verified.ts'
import { projectRoot } from '#src/app/build/paths.ts'
import { env } from '#src/platform/env/env.ts'
import { mailWaits } from '#src/platform/mail/mail.ts'
import { newestBackupAt } from './backup-age.ts'

/** A setting that is made on the server and not in a screen. */
export interface HostingSection {
	/** Fragment of the address: `/admin/hosting#backups`. */
	id: 'address' | 'mail' | 'backups'
	title: string
	/** The purpose, in plain words. */
	why: string
	/** The current state. Dates are separate fields, formatted in the reader's time zone. */
	now: string
	nowAt?: string
	/** Lines to copy into a file or a terminal, verbatim. */
	lines: ReadonlyArray<{ label: string; text: string }>
	/** The result of the change. */
	after: string
}

const isOnHttps = () => env().publicUrl.startsWith('https://')

/** Guesses the public address. */
function likelyAddress(): string {
	const { hostname } = new URL(env().publicUrl)
	return /^(localhost|[\d.]+|\[.*\])$/.test(hostname) ? 'https://club.example' : `https://${hostname}`
}

const address = (): HostingSection => ({
	id: 'address',
	title: 'The address of the club',
	why: 'Every link in a mail, in a search engine and in a shared page begins with it. On https nobody on the way reads along.',
	now: isOnHttps() ? `It is ${env().publicUrl}, on https.` : `It is ${env().publicUrl}, without https.`,
	lines: [{ label: 'Write into the settings of the server', text: `PUBLIC_URL=${likelyAddress()}` }],
	after:
		'Put your own name in its place, point it at the server, and start the server again. Former links go on working while the old name leads there too.',
})

function howMailStands(): string {
	if (env().smtpUrl) return 'One is set.'
	return mailWaits()
		? 'None is set: mails wait, and leave once there is one.'
		: 'None is set: mails are written to files, as is done while one tries things out.'
}

const mail = (): HostingSection => ({
	id: 'mail',
	title: 'The mail server',
	why: 'Invitations, links for a new password and notices leave through it. Your mail provider calls it SMTP, and gives the name, the user and the password.',
	now: howMailStands(),
	lines: [
		{
			label: 'Write into the settings of the server',
			text: 'SMTP_URL=smtps://USER:PASSWORD@mail.club.example:465',
		},
		{ label: 'And whom mails are from', text: `MAIL_FROM=Your Club <hello@${new URL(likelyAddress()).hostname}>` },
	],
	after: 'Start the server again. Then press “Send me the mail” under First steps, and the button in the mail.',
})

/** Returns the command that links a systemd unit's settings file, so that commands find it (docs/operations.md). */
function linkToSettings(): HostingSection['lines'] {
	const link = join(projectRoot, '.env')
	// systemd sets INVOCATION_ID for every service.
	if (!process.env.INVOCATION_ID || existsSync(link)) return []
	const label = 'Once, on the server: commands take their settings from the file that its unit names'
	return [{ label, text: `ln -s /etc/second-chair/common.env ${link}` }]
}

async function backups(): Promise<HostingSection> {
	const [made, verified] = await Promise.all([newestBackupAt(), lastVerifiedAt(env().dataDir)])
	return {
		id: 'backups',
		title: 'Backups',
		why: 'A disk fails, or somebody deletes what was needed. A backup on another machine is all that helps then, and only one that was restored once is known to be good.',
		now: `${made ? (verified ? 'One was restored on trial.' : 'None was restored on trial yet.') : 'There is none yet.'}${made ? ' The newest is of' : ''}`,
		...(made ? { nowAt: made.toISOString() } : {}),
		lines: [
			{ label: 'Write into the settings of the server: one each day', text: 'BACKUP_EVERY=24' },
			{ label: 'And where they go: a folder of another machine, or a bucket', text: 'BACKUP_TO=/mnt/backups/club' },
			...linkToSettings(),
			{ label: `Make one now, on the server in ${projectRoot}`, text: 'npm run db:backup' },
			{ label: 'Restore the newest on trial, there too', text: 'npm run db:verify' },
		],
		after:
			'Run the commands as the user of the server. The first step is done once the newest is younger than seven days and one was restored on trial.',
	}
}

/** Returns the settings that only the host can change, in the recommended order. */
export const findHosting = async (): Promise<HostingSection[]> => [address(), mail(), await backups()]
