// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { LoadMore } from './LoadMore.tsx'

afterEach(cleanup)

function List() {
	const [step, setStep] = useState(0)
	return (
		<div>
			<LoadMore
				of={{
					items: Array(50),
					total: 60,
					hasMore: step < 2,
					moreError: null,
					isLoadingMore: step === 1,
					loadMore: () => setStep(1),
				}}
			/>
			<button type="button" onMouseDown={(event) => event.preventDefault()} onClick={() => setStep(2)}>
				The page arrives
			</button>
		</div>
	)
}

test('keeps focus at the end of the list when the last page removes the button', async () => {
	const user = userEvent.setup()
	render(<List />)
	await user.click(screen.getByRole('button', { name: 'Show more' }))
	await user.click(screen.getByRole('button', { name: 'The page arrives' }))
	expect(screen.queryByRole('button', { name: /Show more|Loading/ })).toBeNull()
	expect(document.activeElement).not.toBe(document.body)
	expect(document.activeElement?.textContent).toContain('50 of 60')
})
