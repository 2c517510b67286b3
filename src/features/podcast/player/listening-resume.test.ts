import { expect, it } from 'vitest'
import { resumeAt, timeLabel } from './listening-resume.ts'

it('goes on between its first ten and its last thirty seconds', () => {
	expect(resumeAt(10, 600)).toBeUndefined()
	expect(resumeAt(10.1, 600)).toBe(10.1)
	expect(resumeAt(569.9, 600)).toBe(569.9)
	expect(resumeAt(570, 600)).toBeUndefined()
	expect(resumeAt(9000, 600)).toBeUndefined()
	expect(resumeAt(undefined, 600)).toBeUndefined()
	expect(resumeAt(754, null)).toBe(754)
})

it('says the second that has begun', () => {
	expect(timeLabel(754.9)).toBe('12:34')
	expect(timeLabel(3723)).toBe('1:02:03')
})
