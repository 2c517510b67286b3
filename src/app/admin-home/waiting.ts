import type { AdminHref } from '#src/components/site/header/navigation.ts'
import type * as contracts from '#src/features/admin-home/contract.ts'
import { countApplications } from '#src/features/applications/server/decisions.ts'
import { countAttendanceWork } from '#src/features/attendance/server/admin/open-work.ts'
import { countCharged } from '#src/features/dues/server/summary.ts'
import { countUnsentMail } from '#src/features/mail/server/service.ts'
import { countStoppedMailings } from '#src/features/mailings/server/service.ts'
import { countOpenReports } from '#src/features/moderation/server/reports.ts'
import { countWaitingJournals } from '#src/features/modules/server/journals.ts'
import { countFailedTranscripts } from '#src/features/podcast/server/library/library-episodes.ts'
import { isAllowed } from '#src/lib/api/access.ts'
import type { SignedInUser } from '#src/lib/api/auth-state.ts'
import { isOn } from '#src/lib/site/features.ts'
import { accessOf } from '#src/lib/site/routes.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { mailWaits } from '#src/platform/mail/mail.ts'

/** Counts of open work by section. A new section with open work is a line here. */
const counts: Partial<Record<AdminHref, () => Promise<number>>> = {
	'/admin/applications': async () => (await countApplications()).pending,
	// Members whose card is still charged although they cannot sign in.
	'/admin/dues': countCharged,
	'/admin/cle': countAttendanceWork,
	'/admin/journal': countWaitingJournals,
	'/admin/podcast': countFailedTranscripts,
	'/admin/moderation': countOpenReports,
	// Stopped mailings wait for an admin to resume them.
	'/admin/mailings': countStoppedMailings,
	// Counts dead emails, and waiting ones: all of them without a mail server, otherwise those that failed before.
	'/admin/mail': async () => {
		const { dead, failing, waiting } = await countUnsentMail()
		return dead + (mailWaits() ? waiting : failing)
	},
}

/**
 * Counts the open work of each section that `user` may open, keyed by path. If `user` is omitted, counts all
 * sections. Runs on every admin screen, so every count has an index.
 */
export async function countOpenWork(user?: SignedInUser): Promise<Record<string, number>> {
	return Object.fromEntries(
		await Promise.all(
			Object.entries(counts)
				.filter(([href]) => isOn(href) && (!user || isAllowed(accessOf(href), user)))
				.map(async ([href, count]) => [href, await count()] as const),
		),
	)
}

export const getWaiting: Service<typeof contracts.getWaiting> = async (_, { user }) => ({
	waiting: await countOpenWork(user),
})
