import type { Course } from '../../contract.ts'
import { difficultyLabels } from '../../course-format.ts'

// What the dialog of a course and the details in its workspace have in common.

export const labels = {
	title: 'Title',
	description: 'Description',
	imageUrl: 'Image URL',
	difficulty: 'Difficulty',
}

type Details = Pick<Course, 'title' | 'description' | 'imageUrl' | 'difficulty'>

/** A course as the fields hold it. */
export const toDetails = ({ title, description, imageUrl, difficulty }: Details) => ({
	...{ title, description, difficulty },
	imageUrl: imageUrl ?? '',
})

/** How a value is said, where it is not the text of the field. */
export const words = {
	difficulty: (level: Course['difficulty'] = 'beginner') => difficultyLabels[level],
}
