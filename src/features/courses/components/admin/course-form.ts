import type { Course } from '../../contract.ts'
import { difficultyLabels } from '../../course-format.ts'

// Shared by the course dialog and the details in the workspace.

export const labels = {
	title: 'Title',
	description: 'Description',
	imageUrl: 'Image URL',
	difficulty: 'Difficulty',
}

type Details = Pick<Course, 'title' | 'description' | 'imageUrl' | 'difficulty'>

export const toDetails = ({ title, description, imageUrl, difficulty }: Details) => ({
	...{ title, description, difficulty },
	imageUrl: imageUrl ?? '',
})

/** Display text of fields whose values are not shown as they are. */
export const formats = {
	difficulty: (level: Course['difficulty'] = 'beginner') => difficultyLabels[level],
}
