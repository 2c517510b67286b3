import { actions as account } from '#src/features/account/server/audit-actions.ts'
import { actions as adminHome } from '#src/features/admin-home/server/audit-actions.ts'
import { formLabels } from '#src/features/applications/form-contract.ts'
import { actions as applications } from '#src/features/applications/server/audit-actions.ts'
import { actions as attendance } from '#src/features/attendance/server/audit-actions.ts'
import type { ValueNames } from '#src/features/audit/entry-text.ts'
import { actions as auth } from '#src/features/auth/server/audit-actions.ts'
import { actions as cle } from '#src/features/cle/server/audit-actions.ts'
import { actions as clubData } from '#src/features/club-data/server/audit-actions.ts'
import { actions as coaching } from '#src/features/coaching/server/audit-actions.ts'
import { actions as courses } from '#src/features/courses/server/audit-actions.ts'
import { actions as deletions } from '#src/features/deletions/server/audit-actions.ts'
import { actions as discussion } from '#src/features/discussion/server/audit-actions.ts'
import { actions as dues } from '#src/features/dues/server/audit-actions.ts'
import { actions as leaving } from '#src/features/leaving/server/audit-actions.ts'
import { actions as mail } from '#src/features/mail/server/audit-actions.ts'
import { actions as mailings } from '#src/features/mailings/server/audit-actions.ts'
import { kinds } from '#src/features/media/kinds.ts'
import { actions as media } from '#src/features/media/server/audit-actions.ts'
import { actions as moderation } from '#src/features/moderation/server/audit-actions.ts'
import { actions as modules } from '#src/features/modules/server/audit-actions.ts'
import { actions as podcast } from '#src/features/podcast/server/audit-actions.ts'
import { actions as questions } from '#src/features/questions/server/audit-actions.ts'
import { actions as security } from '#src/features/security/server/audit-actions.ts'
import { sections as settingSections } from '#src/features/settings/components/admin/setting-sections.ts'
import { actions as settings } from '#src/features/settings/server/audit-actions.ts'
import { roleNames } from '#src/features/users/role-names.ts'
import { actions as users } from '#src/features/users/server/audit-actions.ts'
import type { AuditAction } from '#src/platform/audit.ts'

const all: AuditAction[] = Object.values({
	...applications,
	...auth,
	...users,
	...account,
	...leaving,
	...security,
	...mail,
	...mailings,
	...courses,
	...modules,
	...questions,
	...discussion,
	...moderation,
	...coaching,
	...attendance,
	...cle,
	...dues,
	...settings,
	...media,
	...podcast,
	...deletions,
	...adminHome,
	...clubData,
})

/** Titles of all audit actions by name, in the order of the screen. */
export const auditActionTitles: Record<string, string> = Object.fromEntries(all.map(({ name, title }) => [name, title]))

export const auditValueNames: ValueNames = {
	role: { ...roleNames, moderator: 'Moderator' },
	changed: {
		...formLabels,
		...Object.fromEntries(
			settingSections.flatMap((section) => section.settings.map(({ name, label }) => [name, label])),
		),
	},
	kind: Object.fromEntries(Object.entries(kinds).map(([kind, { title }]) => [kind, title])),
}
