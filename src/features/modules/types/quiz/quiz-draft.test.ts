import { beforeEach, expect, test, vi } from 'vitest'
import { adoptVisitorDraft, keepQuizDraft, quizDraftKey, readQuizDraft } from './quiz-draft.ts'

beforeEach(() => {
	const stored = new Map<string, string>()
	vi.stubGlobal('localStorage', {
		getItem: (key: string) => stored.get(key) ?? null,
		setItem: (key: string, value: string) => stored.set(key, value),
		removeItem: (key: string) => stored.delete(key),
	})
})

const memberKey = quizDraftKey('ada', 'module', 'v1')
const visitorKey = quizDraftKey(undefined, 'module', 'v1')

test("moves a visitor's answers to the member after sign-in", () => {
	keepQuizDraft(visitorKey, { answers: [1, null], at: 1 })
	expect(adoptVisitorDraft(memberKey, 2)).toEqual({ answers: [1, null], at: 1 })
	expect(readQuizDraft(memberKey, 2)).toEqual({ answers: [1, null], at: 1 })
	expect(readQuizDraft(visitorKey, 2)).toBeUndefined()
	expect(adoptVisitorDraft(quizDraftKey('ben', 'module', 'v1'), 2)).toBeUndefined()
})

test("leaves a visitor's memberKey answers in place", () => {
	keepQuizDraft(visitorKey, { answers: [0], at: 0 })
	expect(adoptVisitorDraft(visitorKey, 1)).toBeUndefined()
	expect(readQuizDraft(visitorKey, 1)).toEqual({ answers: [0], at: 0 })
})
