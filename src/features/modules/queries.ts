import { sendBeacon } from '#src/lib/api/beacon.ts'
import type { BodyOf } from '#src/lib/api/contract.ts'
import { mutation, put, query } from '#src/lib/api/query.ts'
import { getQuizState, listModules, type PlaceBody, takeQuiz, updatePlace } from './contract.ts'
import { getJournal, type JournalEntry, saveJournal } from './journal-contract.ts'

export const listModulesQuery = (courseId: string) => query(listModules, { params: { id: courseId } })

export const getQuizStateQuery = (moduleId: string) => query(getQuizState, { params: { id: moduleId } })

export const takeQuizMutation = (moduleId: string) =>
	mutation(takeQuiz, {
		input: (body: BodyOf<typeof takeQuiz>) => ({ params: { id: moduleId }, body }),
		fallback: 'Your answers could not be checked',
		refreshes: [[getQuizState, { id: moduleId }]],
	})

export const getJournalQuery = (moduleId: string) => query(getJournal, { params: { id: moduleId } })

/** Updates the caller's entry in the query cache, without a request. */
export const putJournal = (moduleId: string, entry: JournalEntry) => put(getJournalQuery(moduleId), () => entry)

export const saveJournalMutation = (moduleId: string) =>
	mutation(saveJournal, {
		input: (body: { content: string; version?: number | undefined }) => ({ params: { id: moduleId }, body }),
		done: 'Journal entry saved',
		failed: 'Error saving journal entry',
		follows: (entry) => putJournal(moduleId, entry),
	})

/** Saves the caller's place in a course, in the background. */
export const savePlace = (courseId: string, body: PlaceBody, isLeaving: boolean) =>
	sendBeacon(updatePlace, { params: { id: courseId }, body }, isLeaving)
