import { ArrowRight, ChevronDown } from 'lucide-react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { iconHtml, plainHtml } from './plain-html.ts'

function read(html: string) {
	const svg = new DOMParser().parseFromString(html, 'text/html').querySelector('svg')
	return { shapes: svg?.innerHTML, ground: svg?.getAttribute('viewBox'), hidden: svg?.getAttribute('aria-hidden') }
}

test('renders the same shapes as React for each icon and size', () => {
	for (const Icon of [ArrowRight, ChevronDown])
		for (const size of ['size-4', 'size-5', 'size-4'] as const) {
			const html = String(iconHtml(Icon, size))
			expect(read(html)).toEqual(read(renderToStaticMarkup(<Icon aria-hidden="true" />)))
			expect(html).toContain(`class="icon ${size}"`)
		}
	expect(read(String(iconHtml(ChevronDown, 'size-4'))).shapes).toContain('<path')
})

test('escapes the text of an element', () => {
	expect(String(plainHtml(<b title={'"><script>'}>{'<i>'}</b>))).toBe(
		'<b title="&quot;&gt;&lt;script&gt;">&lt;i&gt;</b>',
	)
})
