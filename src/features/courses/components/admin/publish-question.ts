import type { Publishing } from '../../contract.ts'

export interface PublishQuestion {
	readonly title: string
	readonly text: string
	readonly action: string
}

const members = (count: number) => (count === 1 ? 'One member is' : `${count} members are`)

/** Returns the question before a course is published or unpublished; undefined without a warning. */
export function publishQuestion(isPublished: boolean, course: Publishing): PublishQuestion | undefined {
	const { enrolled, moduleCount, unfinished } = course
	if (!isPublished) {
		if (enrolled === 0) return undefined
		return {
			title: 'Unpublish this course?',
			text: `${members(enrolled)} enrolled. They cannot open it until it is published again; their progress, journals and comments are kept.`,
			action: 'Unpublish',
		}
	}
	if (moduleCount === 0)
		return {
			title: 'Publish a course without modules?',
			text: 'Visitors find it in the catalogue with nothing in it, and nobody can enroll until it has a module.',
			action: 'Publish it empty',
		}
	if (unfinished.length === 0) return undefined
	return {
		title: 'Publish it unfinished?',
		text: `${unfinished.map(({ title, lacks }) => `“${title}” ${lacks}`).join(', ')}.`,
		action: 'Publish',
	}
}
