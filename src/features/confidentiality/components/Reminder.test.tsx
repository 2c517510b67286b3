import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { Reminder } from './Reminder.tsx'
import { useReminder } from './use-reminder.ts'

const scrollIntoView = vi.fn()
beforeEach(() => {
	scrollIntoView.mockReset()
	Element.prototype.scrollIntoView = scrollIntoView
})

function Form({ body = 'Mail jane.roe@example.com about it.' }) {
	const reminder = useReminder()
	return (
		<>
			<button type="button" onClick={() => void reminder.check({ body })}>
				Post
			</button>
			<Reminder flagged={reminder.flagged} onReplace={reminder.close} onPost={reminder.accept} />
		</>
	)
}

test('scrolls into view and takes the focus each time it stops a post', async () => {
	const user = userEvent.setup()
	render(<Form />)
	const post = screen.getByRole('button', { name: 'Post' })
	for (const time of [1, 2]) {
		await user.click(post)
		const region = await screen.findByRole('region', { name: 'Could this identify your client?' })
		await vi.waitFor(() => expect(document.activeElement).toBe(region))
		expect(scrollIntoView).toHaveBeenCalledTimes(time)
		expect(region.getAttribute('aria-describedby')).toBeTruthy()
	}
})

test('lists a repeated text once, and scrolls a tall reminder to its top', async () => {
	const height = vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(window.innerHeight + 1)
	render(<Form body={'Mail jane.roe@example.com about it. '.repeat(4)} />)
	await userEvent.setup().click(screen.getByRole('button', { name: 'Post' }))
	expect(await screen.findAllByText('jane.roe@example.com')).toHaveLength(1)
	expect(scrollIntoView).toHaveBeenCalledWith({ block: 'start' })
	height.mockRestore()
})
