import type { CourseProgress, Difficulty } from './contract.ts'

export const difficultyLabels: Record<Difficulty, string> = {
	beginner: 'Beginner',
	intermediate: 'Intermediate',
	advanced: 'Advanced',
}

export const moduleCountLabel = (count: number) => `${count} ${count === 1 ? 'module' : 'modules'}`

/** Completed modules in percent. A course without modules has none to complete. */
export const percentOf = ({ completed, total }: CourseProgress) =>
	total === 0 ? 0 : Math.round((completed / total) * 100)

export const isComplete = ({ completed, total }: CourseProgress) => total > 0 && completed >= total

/**
 * The courses that somebody has begun and not finished, the one in which they were last first. Begun is also one of which
 * no module is completed yet: who stopped in the middle of its first module goes on there.
 * @param lastIn when they were last in each course, by its id; of one in which no place is kept nothing.
 */
export function begunCourses<C extends { id: string; progress: CourseProgress }>(
	own: readonly C[],
	lastIn: ReadonlyMap<string, number>,
): C[] {
	return own
		.filter(({ id, progress }) => !isComplete(progress) && (progress.completed > 0 || lastIn.has(id)))
		.sort((one, other) => (lastIn.get(other.id) ?? 0) - (lastIn.get(one.id) ?? 0))
}
