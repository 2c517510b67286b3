import { statfs } from 'node:fs/promises'
import { PUBLISH_ERRORS } from '#src/features/courses/server/plan.ts'
import { refusedCourses } from '#src/features/courses/server/schedule.ts'
import { countUnsentMail } from '#src/features/mail/server/service.ts'
import { getPodcastStatus } from '#src/features/podcast/server/service.ts'
import { countUnreadable } from '#src/features/security/server/reseal.ts'
import { countUnprotectedAdmins } from '#src/features/security/server/reset.ts'
import { areSettingsDamaged } from '#src/features/settings/server/service.ts'
import { hasFeature } from '#src/lib/site/features.ts'
import { formatNumber } from '#src/lib/text/format-number.ts'
import { env } from '#src/platform/env/env.ts'
import { mailWaits } from '#src/platform/mail/mail.ts'
import { newestBackupAt, TOO_OLD_MS } from './backup-age.ts'

export interface Warning {
	text: string
	/** The screen where the problem can be fixed, if there is one. */
	link?: { label: string; href: string }
}

const GB = 1e9

/** Free space and size of a disk, in bytes. */
export interface Disk {
	free: number
	size: number
}

async function diskOf(folder: string): Promise<Disk> {
	const { bavail, bsize, blocks } = await statfs(folder)
	return { free: bavail * bsize, size: blocks * bsize }
}

/** Returns whether a disk is nearly full: under 1 GB free, or under 5% and under 10 GB. */
export const isNearlyFull = ({ free, size }: Disk) => free < GB || (free < size / 20 && free < 10 * GB)

const days = (ms: number) => {
	const count = Math.floor(ms / 86_400_000)
	return count === 1 ? '1 day' : `${count} days`
}
const mails = (count: number) => (count === 1 ? 'One email' : `${formatNumber(count)} emails`)

/** The checks. A new check is an entry here; it returns undefined when all is well. */
const checks: ReadonlyArray<() => Promise<Warning | undefined>> = [
	async () => {
		const { dead, failing } = await countUnsentMail()
		const link = { label: 'View emails', href: '/admin/mail' }
		if (dead > 0) return { text: `${mails(dead)} could not be delivered. We stopped trying.`, link }
		// Without a mail server, no email was attempted; a separate warning covers that.
		if (failing > 0 && !mailWaits()) return { text: `${mails(failing)} could not be sent yet. We keep trying.`, link }
		return undefined
	},
	async () =>
		(await areSettingsDamaged())
			? {
					text: 'The club settings are damaged, so the site shows the defaults. Save your settings again, or ask your host to restore a backup.',
					link: { label: 'Settings', href: '/admin/settings' },
				}
			: undefined,
	async () => {
		const [course, ...others] = await refusedCourses()
		if (!course?.publishRefusal) return undefined
		const more = others.length === 0 ? '' : ` The same goes for ${others.length} more.`
		return {
			text: `“${course.title}” could not be published on schedule because ${PUBLISH_ERRORS[course.publishRefusal]}. It is still a draft.${more}`,
			link: { label: 'Choose another time', href: `/admin/courses/${course.id}/settings` },
		}
	},
	async () => {
		const { failingSince, lastError, movedTo } = await getPodcastStatus()
		if (failingSince !== null)
			return {
				text: `The podcast feed cannot be read${lastError ? `: ${lastError}` : '.'}`,
				link: { label: 'Settings', href: '/admin/settings/podcast' },
			}
		return movedTo === null
			? undefined
			: {
					text: 'The podcast feed has moved to a new address. New episodes may appear only there.',
					link: hasFeature('podcast')
						? { label: 'Podcast', href: '/admin/podcast' }
						: { label: 'Settings', href: '/admin/settings/podcast' },
				}
	},
	async () => {
		const count = await countUnreadable()
		return count === 0
			? undefined
			: {
					text: `SECRET_KEY was changed, so ${count === 1 ? 'one authenticator app' : `${formatNumber(count)} authenticator apps`} cannot be checked. Those people need their recovery codes. Ask your host to run: npm run account:reseal`,
				}
	},
	async () => {
		// The second factor is off on development machines.
		const unprotected = env().adminSecondFactor === 'off' ? 0 : await countUnprotectedAdmins()
		return unprotected === 0
			? undefined
			: {
					text: `${unprotected === 1 ? 'One admin has' : `${formatNumber(unprotected)} admins have`} no second factor yet.`,
					link: { label: 'Sign-in security', href: '/account/security' },
				}
	},
	async () => {
		const disk = await diskOf(env().dataDir).catch(() => undefined)
		return disk && isNearlyFull(disk)
			? {
					text: `The server’s disk is nearly full: ${(disk.free / GB).toFixed(1)} GB left. When it is full, nothing can be saved. Ask your host to free up space.`,
				}
			: undefined
	},
	async () => {
		// A development machine needs no backups.
		if (!env().production) return undefined
		const at = await newestBackupAt()
		const link = { label: 'Setup instructions', href: '/admin/hosting#backups' }
		if (!at) return { text: 'The club has no backup yet.', link }
		const age = Date.now() - at.getTime()
		return age > TOO_OLD_MS ? { text: `The newest backup is ${days(age)} old.`, link } : undefined
	},
]

/** Returns all current warnings, most urgent first. */
export async function findWarnings(): Promise<Warning[]> {
	return (await Promise.all(checks.map((check) => check()))).flatMap((warning) => warning ?? [])
}
