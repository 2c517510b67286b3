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

/** Whether a course is begun and not finished yet. */
export const isBegun = (progress: CourseProgress) => progress.completed > 0 && !isComplete(progress)
