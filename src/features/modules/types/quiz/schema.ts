import * as z from 'zod/mini'
import { oneLine } from '#src/lib/one-line.ts'
import { versionOf } from '#src/lib/text/hash.ts'
import { moduleType } from '../module-type.ts'

/** A percentage (docs/product.md, Modules). */
export const DEFAULT_PASSING_SCORE = 70

const questionText = z
	.string('Write the question')
	.check(
		z.trim(),
		z.minLength(1, 'Write the question'),
		z.maxLength(2_000, 'Question must be at most 2,000 characters'),
	)
const options = z
	.array(
		z
			.string('Write every answer')
			.check(z.trim(), z.minLength(1, 'Write every answer'), z.maxLength(500, 'Answer must be at most 500 characters')),
	)
	.check(z.minLength(2, 'Offer at least two answers'), z.maxLength(10, 'Offer at most ten answers'))

const question = z
	.object({
		question: questionText,
		options,
		/** Index of the right option. Sent only to admins. */
		correctAnswer: z.int('Mark the right answer').check(z.gte(0, 'Mark the right answer')),
		/** The author's explanation. Sent to members with the result of an attempt. */
		why: z.optional(
			z.string('Why must be text').check(z.trim(), z.maxLength(2_000, 'Why must be at most 2,000 characters')),
		),
		/** Words from the paragraph of the course that contains the answer (docs/decisions/042). */
		readAgain: z.optional(
			z
				.string('Read it again must be text')
				.check(oneLine, z.maxLength(200, 'Read it again must be at most 200 characters')),
		),
	})
	.check(
		z.refine(({ options, correctAnswer }) => correctAnswer < options.length, {
			message: 'Mark the right answer',
			path: ['correctAnswer'],
		}),
	)

const passingScore = z._default(
	z
		.number('Passing score must be between 0 and 100')
		.check(z.gte(0, 'Passing score must be between 0 and 100'), z.lte(100, 'Passing score must be between 0 and 100')),
	DEFAULT_PASSING_SCORE,
)

export const quizData = z.object({
	questions: z._default(z.array(question).check(z.maxLength(100, 'A quiz can have at most 100 questions')), []),
	passingScore,
})
export type QuizData = z.output<typeof quizData>

/** Data for members: without the right answers. */
export const memberQuizData = z.object({
	questions: z._default(z.array(z.object({ question: z.string(), options: z.array(z.string()) })), []),
	passingScore: z._default(z.number(), DEFAULT_PASSING_SCORE),
})
export type MemberQuizData = z.output<typeof memberQuizData>

/**
 * Returns the version of the questions as members see them. A change to a title, an explanation or the right answer
 * does not change it, because the chosen answers still match the questions.
 */
export const questionsVersion = ({ questions }: Pick<MemberQuizData, 'questions'>) =>
	versionOf(JSON.stringify(questions.map(({ question, options }) => [question, options])))

/** Stored answers of an attempt: the chosen option per question, and whether it was right. */
export const chosenAnswers = z.array(z.nullable(z.number()))
export const gradedAnswers = z.array(z.boolean())

const PARTS: Readonly<Record<string, string>> = {
	correctAnswer: ', the right answer',
	why: ', why',
	readAgain: ', read it again',
}

export const quiz = moduleType({
	type: 'quiz',
	label: 'Quiz',
	standsAlone: true,
	data: quizData,
	needsPass: true,
	findMissing: ({ questions }) =>
		questions.length === 0
			? { path: 'questions', message: 'Add at least one question', text: 'has no questions' }
			: undefined,
	contentsOf({ questions }) {
		const count = Array.isArray(questions) ? questions.length : 0
		return count === 0 ? [] : [count === 1 ? 'its question' : `its ${count} questions`]
	},
	effortOf({ questions }) {
		const count = Array.isArray(questions) ? questions.length : 0
		return count === 1 ? '1 question' : `${count} questions`
	},
	membersLose: 'Members no longer see their results.',
	fieldLabel(path) {
		if (path === 'passingScore') return 'Passing score'
		const [, number, field, option] = /^questions\.(\d+)\.(\w+)(?:\.(\d+))?/.exec(path) ?? []
		if (number === undefined) return 'Questions'
		const part = option ? `, answer ${Number(option) + 1}` : (PARTS[String(field)] ?? '')
		return `Question ${Number(number) + 1}${part}`
	},
	valueText: (path, value) => (path.endsWith('.correctAnswer') ? String(Number(value) + 1) : undefined),
	isActivity: true,
	// Fields are listed one by one, so a new field stays on the server by default.
	forMember: ({ questions, passingScore }): MemberQuizData => ({
		questions: questions.map(({ question, options }) => ({ question, options })),
		passingScore,
	}),
})

/** Grades the answers: right or wrong per question, and the rounded percentage of right answers. */
export function grade({ questions, passingScore }: QuizData, answers: ReadonlyArray<number | null>) {
	const results = questions.map(({ correctAnswer }, index) => answers[index] === correctAnswer)
	const right = results.filter(Boolean).length
	const score = questions.length === 0 ? 0 : Math.round((right / questions.length) * 100)
	return { results, score, passingScore, passed: score >= passingScore }
}
