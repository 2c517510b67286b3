import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { EpisodeArt } from '#src/features/podcast/components/EpisodeArt.tsx'
import { Cover } from './Cover.tsx'
import { Picture } from './Picture.tsx'

const drawing = (element: ReactNode) => render(element).container.querySelector('svg')?.innerHTML

test('draws the same cover for the same id, regardless of screen and title', () => {
	const episode = (id: string, title: string) => (
		<EpisodeArt episode={{ ...{ title }, id, imageUrl: null }} feedImage={null} className="" />
	)
	expect(drawing(episode('a1', 'Fees'))).toBe(drawing(episode('a1', 'Fees, mended')))
	expect(drawing(episode('a1', 'Fees'))).not.toBe(drawing(episode('b2', 'Fees')))
	expect(drawing(<Picture src={null} of="a1" />)).toBe(drawing(<Cover of="a1" />))
	expect(drawing(<Picture src="/x.webp" of="a1" />)).toBe(drawing(<Cover of="a1" />))
})
