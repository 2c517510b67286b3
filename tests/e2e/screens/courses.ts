import { courseAuthorScreens } from './courses-author.ts'
import { courseLearnerScreens } from './courses-learner.ts'
import type { Screen } from './screen.ts'

/** Catalogue, course, dashboard, and their administration. */
export const coursesScreens: readonly Screen[] = [...courseLearnerScreens, ...courseAuthorScreens]
