import { expect, test } from 'vitest'
import { publishQuestion } from './publish-question.ts'

const course = { enrolled: 0, moduleCount: 2, unfinished: [] }

test('asks nothing if there is no warning', () => {
	expect(publishQuestion(true, { ...course, enrolled: 7 })).toBeUndefined()
	expect(publishQuestion(false, course)).toBeUndefined()
})

test('shows how many members are enrolled before unpublishing', () => {
	expect(publishQuestion(false, { ...course, enrolled: 1 })?.text).toMatch(/^One member is enrolled\./)
	expect(publishQuestion(false, { ...course, enrolled: 12 })?.text).toMatch(/^12 members are enrolled\./)
})

test('warns about an empty course and unfinished modules', () => {
	expect(publishQuestion(true, { ...course, moduleCount: 0 })?.title).toBe('Publish a course without modules?')
	const unfinished = [
		{ title: 'Asking', lacks: 'has no questions' },
		{ title: 'Writing', lacks: 'has no prompt' },
	]
	expect(publishQuestion(true, { ...course, unfinished })?.text).toBe(
		'“Asking” has no questions, “Writing” has no prompt.',
	)
})
