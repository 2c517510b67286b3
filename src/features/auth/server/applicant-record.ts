import * as z from 'zod/mini'
import { fromJson } from '#src/platform/member-data.ts'
import { applicantAnswer, applicantQuestion } from '../applicant-record.ts'

const answers = z.array(applicantAnswer)
const questions = z.array(applicantQuestion)

/** Parses the stored answers; returns an empty list if they are damaged. */
export const answersIn = (json: string | null) => z.safeParse(answers, fromJson(json)).data ?? []

/** Parses the stored questions; returns an empty list if they are damaged. */
export const questionsIn = (json: string | null) => z.safeParse(questions, fromJson(json)).data ?? []

interface Stored {
	applicationAnswers: string | null
	applicationQuestions: string | null
}

/** Replaces an account's stored JSON with the parsed lists of the contracts. */
export const withApplicantRecord = <Row extends Stored>({ applicationAnswers, applicationQuestions, ...row }: Row) => ({
	...row,
	applicationAnswers: answersIn(applicationAnswers),
	applicationQuestions: questionsIn(applicationQuestions),
})
