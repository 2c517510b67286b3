import { describe, expect, it } from 'vitest'
import { currentOf } from './navigation.ts'

describe('currentOf', () => {
	it.each([
		['/', '/', 'page'],
		['/', '/courses', undefined],
		['/courses', '/courses', 'page'],
		['/courses', '/courses/12', 'true'],
		['/courses', '/coursework', undefined],
		['/admin', '/admin/users', undefined],
		['/courses', undefined, undefined],
	] as const)('%s on %s is %s', (href, path, expected) => expect(currentOf(href, path)).toBe(expected))
})
