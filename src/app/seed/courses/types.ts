import type { CourseRow } from '#db/schema/courses.ts'

/** A module of a demonstration course, as an author would enter it. */
export interface SeedModule {
	slug: string
	title: string
	description: string
	type: 'text' | 'video' | 'quiz' | 'journal'
	content: string
	data?: Record<string, unknown>
}

export interface SeedCourse {
	/** Sorts before all ids created later, so that an owner's own courses come first. */
	id: string
	title: string
	description: string
	difficulty: CourseRow['difficulty']
	isPublished: boolean
	/** Fixed, so that the demonstration always renders the same pages. */
	createdAt: string
	modules: SeedModule[]
}
