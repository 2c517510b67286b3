import { describe, expect, test } from 'vitest'
import { FORMS_BY_KIND, HARMLESS_FORMS } from '../fixtures/forms-by-kind.ts'
import { detect } from '../src/detect.ts'

/** Returns a post without its marks, and the span of the mark. */
function readForm(post: string) {
	const start = post.indexOf('«')
	const end = post.indexOf('»') - 1
	return { text: post.replace(/[«»]/g, ''), start, end }
}

describe.each(Object.entries(FORMS_BY_KIND))('%s', (type, forms) => {
	test.each(forms)('%s: %s', (_form, post) => {
		const { text, start, end } = readForm(post)
		const touching = detect(text).filter((one) => one.start < end && start < one.end)
		expect(touching.map((one) => one.type)).toContain(type)
	})
})

test.each(Object.values(HARMLESS_FORMS).flat())('finds nothing in %j', (text) => {
	expect(detect(text)).toEqual([])
})
