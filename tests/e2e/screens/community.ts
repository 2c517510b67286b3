import { coachingScreens } from './community-coaching.ts'
import { moderationScreens } from './community-moderation.ts'
import { questionScreens } from './community-questions.ts'
import type { Screen } from './screen.ts'

/** Questions, coaching and what belongs to them. Mails and their unsubscribe pages: `community-mail.spec.ts`. */
export const communityScreens: readonly Screen[] = [...questionScreens, ...coachingScreens, ...moderationScreens]
