import type { Screen } from '../support/screens/screen.ts'
import { courseAuthorScreens } from './courses-author.ts'
import { courseLearnerScreens } from './courses-learner.ts'
import { courseWorkspaceScreens } from './courses-workspace.ts'

/** Catalogue, course, dashboard and their admin screens. */
export const coursesScreens: readonly Screen[] = [
	...courseLearnerScreens,
	...courseAuthorScreens,
	...courseWorkspaceScreens,
]
