import { expect, it } from 'vitest'
import { resumeAt } from './listening-resume.ts'

it('resumes between the first ten and the last thirty seconds', () => {
	expect(resumeAt(10, 600)).toBeUndefined()
	expect(resumeAt(10.1, 600)).toBe(10.1)
	expect(resumeAt(569.9, 600)).toBe(569.9)
	expect(resumeAt(570, 600)).toBeUndefined()
	expect(resumeAt(9000, 600)).toBeUndefined()
	expect(resumeAt(undefined, 600)).toBeUndefined()
	expect(resumeAt(754, null)).toBe(754)
})
