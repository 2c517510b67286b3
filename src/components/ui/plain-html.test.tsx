import { ArrowRight, ChevronDown } from 'lucide-react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { iconHtml, plainHtml } from './plain-html.ts'

test('an icon is what React would draw, for each size and each icon', () => {
	for (const Icon of [ArrowRight, ChevronDown])
		for (const size of ['size-4', 'size-5', 'size-4'])
			expect(String(iconHtml(Icon, size))).toBe(
				renderToStaticMarkup(<Icon aria-hidden="true" className={size} strokeWidth={1.75} />),
			)
})

test('what an element says is text, not markup', () => {
	expect(String(plainHtml(<b title={'"><script>'}>{'<i>'}</b>))).toBe(
		'<b title="&quot;&gt;&lt;script&gt;">&lt;i&gt;</b>',
	)
})
