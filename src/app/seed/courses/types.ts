import type { CourseRow } from '#db/schema/courses.ts'

/** A module of the demonstration courses, as an author would enter it. */
export interface SeedModule {
	slug: string
	title: string
	description: string
	type: 'text' | 'video' | 'quiz' | 'journal'
	content: string
	data?: Record<string, unknown>
}

export interface SeedCourse {
	/** Sorts before everything that is written later, so that an owner's own courses stand first. */
	id: string
	title: string
	description: string
	difficulty: CourseRow['difficulty']
	isPublished: boolean
	/** Fixed, so that the same demonstration gives the same pages. */
	createdAt: string
	modules: SeedModule[]
}
