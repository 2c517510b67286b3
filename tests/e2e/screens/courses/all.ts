import type { Screen } from '../../support/screens/screen.ts'
import { courseAuthorScreens } from './author.ts'
import { courseLearnerScreens } from './learner.ts'
import { moduleAuthorScreens } from './module-author.ts'
import { courseWorkspaceScreens } from './workspace.ts'

/** Catalog, course, dashboard and their admin screens. */
export const coursesScreens: readonly Screen[] = [
	...courseLearnerScreens,
	...courseAuthorScreens,
	...moduleAuthorScreens,
	...courseWorkspaceScreens,
]
