import { readDraft, storeDraft } from '#src/lib/forms/draft-storage.ts'
import type { Place } from '../../contract.ts'

/** State of a quiz: the chosen option per question, and the current question. */
export interface QuizProgress {
	answers: Array<number | null>
	at: number
	/** When this browser stored the state, in milliseconds since the epoch. */
	keptAt?: number
}

export const freshProgress = (questions: number): QuizProgress => ({ answers: Array(questions).fill(null), at: 0 })

/** Parses the stored state of a quiz with `questions` questions; undefined if it does not match. */
export function parseQuizDraft(text: string, questions: number): QuizProgress | undefined {
	try {
		const { answers, at, keptAt } = JSON.parse(text) as QuizProgress
		const isValid =
			Array.isArray(answers) && answers.length === questions && Number.isInteger(at) && at >= 0 && at < questions
		return isValid && answers.every((answer) => answer === null || Number.isInteger(answer))
			? { answers, at, ...(typeof keptAt === 'number' ? { keptAt } : {}) }
			: undefined
	} catch {
		return undefined
	}
}

/** Returns the server's state of a quiz if it matches and is newer than `kept`, the local state. */
export function newerPlace(
	place: Place | undefined,
	local: QuizProgress | undefined,
	questions: number,
): QuizProgress | undefined {
	if (place?.question === undefined || Date.parse(place.updatedAt) <= (local?.keptAt ?? 0)) return undefined
	const answers = place.answers ?? freshProgress(questions).answers
	return parseQuizDraft(JSON.stringify({ answers, at: place.question }), questions)
}

export const readQuizDraft = (key: string, questions: number) => parseQuizDraft(readDraft(key) ?? 'null', questions)

export const keepQuizDraft = (key: string, progress: QuizProgress | undefined) =>
	storeDraft(key, progress && JSON.stringify(progress))

/** Returns the storage key for answers to this version of the questions. Answers to other versions are not used. */
export const quizDraftKey = (viewerId: string | undefined, moduleId: string, questionsVersion: string) =>
	`${viewerId ?? 'visitor'}:quiz:${moduleId}:${questionsVersion}`

/** Moves answers given before sign-in to the member's key, and returns them. */
export function adoptVisitorDraft(key: string, questions: number): QuizProgress | undefined {
	const visitorKey = key.replace(/^[^:]+/, 'visitor')
	const draft = visitorKey === key ? undefined : readQuizDraft(visitorKey, questions)
	if (draft) {
		keepQuizDraft(visitorKey, undefined)
		keepQuizDraft(key, draft)
	}
	return draft
}
