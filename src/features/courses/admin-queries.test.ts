import { expect, test } from 'vitest'
import { changesOf } from './admin-queries.ts'
import type { Course } from './contract.ts'

const course: Course = {
	id: 'c',
	title: 'Client intake',
	description: 'How to say yes to the right people.',
	difficulty: 'beginner',
	imageUrl: null,
	isPublished: true,
	moduleCount: 3,
	createdAt: '2026-11-01T09:00:00.000Z',
	updatedAt: '2026-11-01T09:00:00.000Z',
}
const form = {
	title: 'Client intake',
	description: 'How to say yes to the right people.',
	difficulty: 'beginner',
	imageUrl: '',
	isPublished: true,
} as const

test('an edit sends what was changed, so that it undoes nothing that another admin changed', () => {
	expect(changesOf(course, form)).toEqual({})
	expect(changesOf(course, { ...form, title: 'Intake' })).toEqual({ title: 'Intake' })
	expect(changesOf({ ...course, imageUrl: 'https://a.example/b.png' }, form)).toEqual({ imageUrl: '' })
	expect(changesOf(course, { ...form, isPublished: false })).toEqual({ isPublished: false })
})
