import type { Publishing } from '../../contract.ts'

export interface PublishQuestion {
	readonly title: string
	readonly text: string
	readonly action: string
}

const members = (count: number) => (count === 1 ? 'One member is' : `${count} members are`)

/** Returns the warning to confirm before a course is published or unpublished; undefined if there is none. */
export function publishQuestion(isPublished: boolean, course: Publishing): PublishQuestion | undefined {
	const { enrolled, moduleCount, unfinished } = course
	if (!isPublished) {
		if (enrolled === 0) return undefined
		return {
			title: 'Unpublish this course?',
			text: `${members(enrolled)} enrolled. They cannot open the course until you publish it again. We keep their progress, journals and comments.`,
			action: 'Unpublish',
		}
	}
	if (moduleCount === 0)
		return {
			title: 'Publish a course without modules?',
			text: 'Visitors will find an empty course, and no one can enroll until you add a module.',
			action: 'Publish it empty',
		}
	if (unfinished.length === 0) return undefined
	return {
		title: 'Publish it unfinished?',
		text: `${unfinished.map(({ title, lacks }) => `“${title}” ${lacks}`).join(', ')}.`,
		action: 'Publish',
	}
}
