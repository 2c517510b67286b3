import type { CourseProgress, Difficulty } from './contract.ts'

export const difficultyLabels: Record<Difficulty, string> = {
	beginner: 'Beginner',
	intermediate: 'Intermediate',
	advanced: 'Advanced',
}

export const moduleCountLabel = (count: number) => `${count} ${count === 1 ? 'module' : 'modules'}`

/** Returns the percentage of completed modules; 0 for a course without modules. */
export const percentOf = ({ completed, total }: CourseProgress) =>
	total === 0 ? 0 : Math.round((completed / total) * 100)

export const isComplete = ({ completed, total }: CourseProgress) => total > 0 && completed >= total

/**
 * Returns the courses that are started and not finished, most recent first. A course without a completed module counts
 * as started if it has a saved place.
 * @param lastPlaceAt time of the last saved place in each course, by course id.
 */
export function startedCourses<C extends { id: string; progress: CourseProgress }>(
	own: readonly C[],
	lastPlaceAt: ReadonlyMap<string, number>,
): C[] {
	return own
		.filter(({ id, progress }) => !isComplete(progress) && (progress.completed > 0 || lastPlaceAt.has(id)))
		.sort((one, other) => (lastPlaceAt.get(other.id) ?? 0) - (lastPlaceAt.get(one.id) ?? 0))
}
