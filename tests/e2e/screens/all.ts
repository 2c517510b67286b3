import type { Screen } from '../support/screens/screen.ts'
import { ownAccountScreens } from './accounts.ts'
import { adminMemberScreens } from './admin-members.ts'
import { settingsScreens } from './admin-settings.ts'
import { administrationScreens } from './administration.ts'
import { applyScreens } from './apply.ts'
import { coachingScreens } from './coaching.ts'
import { coachingAdminScreens } from './coaching-admin.ts'
import { conflictScreens } from './conflicts.ts'
import { statisticsScreens } from './course-statistics.ts'
import { coursesScreens } from './courses/all.ts'
import { foundationScreens } from './foundation.ts'
import { verifyScreens } from './ledger/admin.ts'
import { ledgerScreens } from './ledger/all.ts'
import { mailingScreens } from './mailings.ts'
import { mediaScreens } from './media.ts'
import { moderationScreens } from './moderation.ts'
import { notificationScreens } from './notifications.ts'
import { playerScreens } from './player.ts'
import { podcastAdminScreens } from './podcast-admin.ts'
import { questionScreens } from './question.ts'
import { questionListScreens } from './questions.ts'
import { searchScreens } from './search.ts'
import { securityScreens } from './security.ts'

/** Every screen of the site in every state. Emails are separate: `mails.ts`. */
export const siteScreens: readonly Screen[] = [
	...foundationScreens,
	...coursesScreens,
	...applyScreens,
	...ownAccountScreens,
	...securityScreens,
	...mediaScreens,
	...administrationScreens,
	...settingsScreens,
	...adminMemberScreens,
	...podcastAdminScreens,
	...mailingScreens,
	...statisticsScreens,
	...questionListScreens,
	...questionScreens,
	...coachingScreens,
	...coachingAdminScreens,
	...ledgerScreens,
	...moderationScreens,
	...conflictScreens,
	...notificationScreens,
	...playerScreens,
	...searchScreens,
	...verifyScreens,
]
