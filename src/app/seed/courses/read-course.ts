import type { CourseRow } from '#db/schema/courses.ts'
import { readSections, type Section } from '../read-sections.ts'
import { readVideoScript } from './video-script.ts'

/** Returns the data of a module of this type, as an author would enter it. */
function dataOf(type: string, fields: Section['fields'], questions: readonly string[]) {
	const { video = '', passingScore, prompt, guidelines, wordLimit } = fields
	if (type === 'video') return { videoUrl: `/videos/${video}.mp4`, ...readVideoScript(video) }
	if (type === 'quiz') return { passingScore: Number(passingScore), questions: questions.map(quizQuestion) }
	return type === 'journal' ? { prompt, guidelines, wordLimit: Number(wordLimit) } : undefined
}

/**
 * Reads a question from its lines: the question itself, a line per option (`- ` if wrong, `+ ` if correct), the
 * explanation after `? `, and after `> ` a quote from the paragraph to read again.
 */
function quizQuestion(paragraph: string) {
	const [question, ...lines] = paragraph.split('\n')
	const linesWith = (marks: string) => lines.filter((line) => marks.includes(line.charAt(0)))
	const options = linesWith('+-')
	const text = (line: string | undefined) => line?.slice(2)
	return {
		question,
		options: options.map(text),
		correctAnswer: options.findIndex((option) => option.startsWith('+')),
		why: text(linesWith('?')[0]),
		readAgain: text(linesWith('>')[0]),
	}
}

const moduleOf = ({ head: [type = '', slug = ''], fields, paragraphs }: Section) => ({
	slug,
	type: type as 'text' | 'video' | 'quiz' | 'journal',
	title: String(fields.title),
	description: String(fields.description),
	content: String(paragraphs[0]),
	data: dataOf(type, fields, paragraphs.slice(1)),
})

/** Reads a demonstration course. Its fixed date makes the demonstration always render the same pages. */
export function readCourse(name: string) {
	const [course, ...modules] = readSections(new URL(`./content/${name}.txt`, import.meta.url))
	const { head: [, id = ''] = [], fields = {} } = course ?? {}
	return {
		/** Sorts before all ids created later, so that an owner's own courses come first. */
		id,
		title: String(fields.title),
		description: String(fields.description),
		difficulty: fields.difficulty as CourseRow['difficulty'],
		isPublished: fields.isPublished !== 'no',
		createdAt: String(fields.createdAt),
		modules: modules.map(moduleOf),
	}
}

export type SeedCourse = ReturnType<typeof readCourse>
