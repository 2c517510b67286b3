import { act, render, screen } from '@testing-library/react'
import { Fragment, type ReactNode, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, test } from 'vitest'
import { Button } from '#src/components/ui/Button.tsx'
import { LoadMore } from '#src/components/ui/lists/LoadMore.tsx'
import { translatePage } from '#tests/support/translator.ts'
import { expectTranslatedText } from './jsx-runtime.ts'

afterEach(() => document.body.replaceChildren())

/** Returns the text of the page without the fake translator's mark. */
const shownText = (element: Element = document.body) => element.textContent?.replaceAll('·', '')

/** Lets the fake translator process changes. */
const settled = () => act(async () => {})

type Shape = { name: string; of(on: boolean): ReactNode; off: string; on: string }

const shapes: Shape[] = [
	{
		name: 'an icon before the text of a button',
		of: (on) => (
			<Button loading={on} aria-label="x">
				{on ? 'Saving...' : 'Save'}
			</Button>
		),
		off: 'Save',
		on: 'Saving...',
	},
	{
		name: 'a counter',
		of: (on) => (
			<LoadMore
				of={{
					items: Array(on ? 40 : 20),
					total: 41,
					hasMore: !on,
					moreError: null,
					isLoadingMore: false,
					loadMore: () => {},
				}}
			/>
		),
		off: '20 of 41Show more',
		on: '40 of 41',
	},
	{
		name: 'a text that comes and goes among elements',
		of: (on) => (
			<p>
				<b>Tom</b>
				{on && ' and Ann'} <i>left</i>
				{!on && ' early'}
			</p>
		),
		off: 'Tom left early',
		on: 'Tom and Ann left',
	},
	{
		name: 'a text that becomes an element',
		of: (on) => <p>Seen by {on ? <b>all</b> : 'nobody'}.</p>,
		off: 'Seen by nobody.',
		on: 'Seen by all.',
	},
	{
		name: 'fragments',
		of: (on) => (
			<p>
				{on ? <>Two {'texts'}</> : <Fragment key="one">One</Fragment>}
				{[<Fragment key="two">, {on && <b>bold</b>}</Fragment>]}
			</p>
		),
		off: 'One, ',
		on: 'Two texts, bold',
	},
	{
		name: 'a list of texts and marks',
		of: (on) => <p>{['a ', on ? <mark key="m">fee</mark> : 'fee', ' of ', on ? 5 : 3]}</p>,
		off: 'a fee of 3',
		on: 'a fee of 5',
	},
]

function Switch({ of }: Pick<Shape, 'of'>) {
	const [on, setOn] = useState(false)
	return (
		<>
			<button type="button" onClick={() => setOn(!on)} aria-label="switch" />
			{of(on)}
		</>
	)
}

describe.each(['replaced', 'wrapped'] as const)('text nodes %s by a translator', (translation) => {
	test.each(shapes)('$name changes and changes back', async ({ of, on, off }) => {
		render(<Switch of={of} />)
		translatePage(translation)
		for (const text of [on, off, on]) {
			act(() => screen.getByLabelText('switch').click())
			await settled()
			expect(shownText()).toBe(text)
		}
	})
})

test('an island hydrates on a translated page without an error and keeps its input', async () => {
	const island = (
		<form>
			<label>
				Name <input />
			</label>
			<p>
				{1} of {2}
			</p>
		</form>
	)
	const container = document.body.appendChild(document.createElement('div'))
	container.innerHTML = renderToString(island)
	translatePage('replaced')
	const input = screen.getByRole<HTMLInputElement>('textbox')
	input.value = 'Ann'
	expectTranslatedText()
	const failures: unknown[] = []
	const sameIsland = (
		<form>
			<label>
				Name <input />
			</label>
			<p>
				{1} of {2}
			</p>
		</form>
	)
	const onRecoverableError = (error: unknown) => failures.push(error)
	await act(async () => void hydrateRoot(container, sameIsland, { onRecoverableError }))
	expect(failures).toEqual([])
	expect(screen.getByRole<HTMLInputElement>('textbox')).toBe(input)
	expect(input.value).toBe('Ann')
})

test('elements keep their index, and so their state, when text next to them appears or disappears', () => {
	const { rerender } = render(
		<p>
			{false}
			<input />
		</p>,
	)
	const input = screen.getByRole('textbox')
	rerender(
		<p>
			{'Name'}
			<input />
		</p>,
	)
	expect(screen.getByRole('textbox')).toBe(input)
})

test('only text with sibling elements gets its own element', () => {
	expect(
		renderToString(
			<p>
				{1} of {2}
			</p>,
		),
	).toBe('<p>1 of 2</p>')
	expect(
		renderToString(
			<p>
				<b>1</b> <i>of</i> {2}!
			</p>,
		),
	).toBe('<p><b>1</b> <i>of</i><span> 2!</span></p>')
})
