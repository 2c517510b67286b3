import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Cover } from '#src/components/ui/Cover.tsx'
import type { ViewProps } from '../../components/reading-state.ts'
import { View } from './View.tsx'

const drawingIn = (html: string) => /<svg[^>]*class="cover.*?<\/svg>/.exec(html)?.[0].replace(/^<svg[^>]*>/, '')

test('draws a video cover from the id of its module, independent of the title', () => {
	const additionalContent = JSON.stringify({ videoUrl: 'https://vimeo.com/76979871' })
	const shown = (title: string) =>
		drawingIn(
			renderToStaticMarkup(
				<View
					module={{ id: 'm1', title, type: 'video', additionalContent }}
					readingState={{} as ViewProps['readingState']}
				/>,
			),
		)
	expect(shown('One title')).toBe(drawingIn(renderToStaticMarkup(<Cover of="m1" />)))
	expect(shown('Another title')).toBe(shown('One title'))
})
