import { expect, test } from 'vitest'
import { newId } from '#src/lib/ids.ts'
import { slugOf } from './course-slug.ts'

test.each([
	['The Client Intake Blueprint', 'the-client-intake-blueprint'],
	['  Fees & Billing: what’s fair?  ', 'fees-and-billing-whats-fair'],
	['Über Größe, façade & Œuvre', 'uber-grosse-facade-and-oeuvre'],
	['2026 -- taxes', '2026-taxes'],
	['法律', 'course'],
	['🙂', 'course'],
	['../../admin', 'admin-course'],
	['New', 'new-course'],
	['Search', 'search-course'],
])('turns %j into the slug %s', (title, slug) => {
	expect(slugOf(title)).toBe(slug)
})

test('cuts a long title after a word, and a single long word in the middle', () => {
	expect(slugOf('word '.repeat(40))).toBe(Array(12).fill('word').join('-'))
	expect(slugOf('x'.repeat(200))).toBe('x'.repeat(60))
})

test('returns slugs that never look like an id and are valid in a URL', () => {
	const id = newId()
	expect(slugOf(id)).toBe(`${id}-course`)
	for (const title of ['a/b?c#d%20', '.', '..', 'con', "'; --", '<b>', '__proto__'])
		expect(slugOf(title), title).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
})
