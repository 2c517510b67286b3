import { expect, test } from 'vitest'
import { withLineBreaks } from './rich-text.ts'

test('a table stands in a frame that scrolls, and can be reached by key', () => {
	expect(withLineBreaks('<p>Before</p><table><tbody><tr><td>One</td></tr></tbody></table>')).toBe(
		'<p>Before</p><div class="table-scroll" role="group" aria-label="Table" tabindex="0"><table><tbody><tr><td>One</td></tr></tbody></table></div>',
	)
	// A table alone is no plain text, whose line breaks would be kept.
	expect(withLineBreaks('<table><tbody>\n\n<tr><td>One</td></tr></tbody></table>')).not.toContain('<p>')
})
