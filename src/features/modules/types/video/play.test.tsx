import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { ViewProps } from '../../components/reading-state.ts'
import { View } from './View.tsx'

test('shows an error if the player does not load, and plays the video on a later try', async () => {
	const additionalContent = JSON.stringify({ videoUrl: 'https://vimeo.com/76979871' })
	const module = { id: 'm1', title: 'Watching', type: 'video', additionalContent }
	vi.doMock('./video-acts.ts', () => {
		throw new Error('Failed to fetch dynamically imported module')
	})
	render(<View module={module} readingState={{} as ViewProps['readingState']} />)
	const user = userEvent.setup()
	expect(screen.queryByRole('alert')).toBeNull()
	await user.click(screen.getByRole('button', { name: 'Play video: Watching' }))
	expect((await screen.findByRole('alert')).textContent).toMatch(/^The video player could not be loaded\./)
	const again = () => screen.getByRole('button', { name: 'Try again' })
	await waitFor(() => expect(document.activeElement).toBe(again()))
	expect(screen.getByRole('link', { name: 'Reload the page' }).getAttribute('href')).toBe('?m=m1')
	await user.click(again())
	await waitFor(() => expect(document.activeElement).toBe(again()))
	vi.doUnmock('./video-acts.ts')
	await user.click(again())
	await waitFor(() => expect(document.activeElement).toBe(screen.getByTitle('Watching')))
	expect(screen.queryByRole('alert')).toBeNull()
})
