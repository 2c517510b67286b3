import { render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PostText } from './PostText.tsx'

const links = () => screen.getAllByRole<HTMLAnchorElement>('link')

test('opens links to this site in the same tab at their position, and other links in a new tab', () => {
	const ownUrl = `${window.location.origin}/podcast/an-episode?t=12:34`
	render(<PostText text={`${ownUrl} and https://court.example/rules`} />)
	expect(links().map(({ href, target, rel }) => [href, target, rel])).toEqual([
		[ownUrl, '', 'nofollow ugc noopener'],
		['https://court.example/rules', '_blank', 'nofollow ugc noopener'],
	])
})

test('paragraphs and items have their own text direction, and items keep the typed number', () => {
	const { container } = render(
		<PostText text={'One\ntwo\n\nשלום\n- *a*\n\n3. b\n5. @ruth and @nobody'} mentions={['ruth']} />,
	)
	expect(container.innerHTML).toBe(
		'<div class="post"><p dir="auto">One\ntwo</p><p dir="auto">שלום</p><ul><li dir="auto"><em>a</em></li></ul>' +
			'<ol><li dir="auto" value="3">b</li><li dir="auto" value="5"><span class="mention">@ruth</span><span> and @nobody</span></li></ol></div>',
	)
})

test('HTML in a post is shown as text', () => {
	const html = renderToString(<PostText text={'<img src=x onerror=alert(1)> https://a.example/"><script>'} />)
	expect(html).not.toMatch(/<img|<script|"&gt;"/)
	expect(html).toContain('href="https://a.example/"')
})
