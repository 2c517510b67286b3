// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { Dialog } from '../dialogs/Dialog.tsx'
import { RowMenu } from './RowMenu.tsx'

afterEach(cleanup)

test('works by keyboard: opens, runs the action, returns focus, and adds no styles to the page', async () => {
	const onDelete = vi.fn()
	const onLock = vi.fn()
	const user = userEvent.setup()
	render(
		<RowMenu
			of="Dana"
			actions={[
				{ label: 'Open', href: '/admin/users/1' },
				{ label: 'Lock', onSelect: onLock, isDisabled: true },
				{ label: 'Delete', onSelect: onDelete, isDanger: true },
			]}
		/>,
	)
	const styles = document.querySelectorAll('style').length
	const button = screen.getByRole('button', { name: 'More for Dana' })
	button.focus()
	await user.keyboard('{Enter}')
	expect(screen.getByRole('menuitem', { name: 'Open' }).getAttribute('href')).toBe('/admin/users/1')
	expect(document.querySelectorAll('style')).toHaveLength(styles)
	await user.keyboard('{End}{Enter}')
	expect(onDelete).toHaveBeenCalledOnce()
	expect(onLock).not.toHaveBeenCalled()
	expect(screen.queryByRole('menu')).toBeNull()
	expect(document.activeElement).toBe(button)
	await user.keyboard('{Enter}{Escape}')
	expect(document.activeElement).toBe(button)
})

function WithDialog() {
	const [isConfirming, setIsConfirming] = useState(false)
	return (
		<>
			<RowMenu of="Dana" actions={[{ label: 'Delete', onSelect: () => setIsConfirming(true) }]} />
			{isConfirming && (
				<Dialog title="Delete Dana?" onClose={() => setIsConfirming(false)}>
					<button type="button" onClick={() => setIsConfirming(false)}>
						Cancel
					</button>
				</Dialog>
			)}
		</>
	)
}

test("a dialog opened from the menu returns focus to the menu's button", async () => {
	const user = userEvent.setup()
	render(<WithDialog />)
	const button = screen.getByRole('button', { name: 'More for Dana' })
	await user.click(button)
	await user.click(screen.getByRole('menuitem', { name: 'Delete' }))
	await user.click(screen.getByRole('button', { name: 'Cancel' }))
	expect(document.activeElement).toBe(button)
})

test('opens within its landmark, or else within the page', async () => {
	const user = userEvent.setup()
	const actions = [{ label: 'Open', href: '/admin/users/1' }]
	const { rerender } = render(
		<main>
			<RowMenu of="Dana" actions={actions} />
		</main>,
	)
	await user.click(screen.getByRole('button', { name: 'More for Dana' }))
	expect(screen.getByRole('main').contains(screen.getByRole('menu'))).toBe(true)
	await user.keyboard('{Escape}')
	rerender(<RowMenu of="Ines" actions={actions} />)
	await user.click(screen.getByRole('button', { name: 'More for Ines' }))
	expect(screen.getByRole('menu')).toBeTruthy()
})

test('initially renders only the buttons of a list, with the semantics of menu buttons', async () => {
	const html = renderToString(<RowMenu of="Dana" actions={[{ label: 'Open', href: '/admin/users/1' }]} />)
	expect(html.match(/<\w+/g)?.[0]).toBe('<button')
	expect(html).toContain('aria-haspopup="menu"')
	expect(html).toContain('aria-expanded="false"')
})

test.each(['{Enter}', ' ', '{ArrowDown}'])(
	'opens at the first action on the key "%s", even at first use',
	async (key) => {
		const user = userEvent.setup()
		render(<RowMenu of="Dana" actions={[{ label: 'Open', href: '/admin/users/1' }]} />)
		await user.tab()
		await user.keyboard(key)
		const button = screen.getByRole('button', { name: 'More for Dana' })
		expect(button.getAttribute('aria-expanded')).toBe('true')
		expect(button.getAttribute('aria-controls')).toBe(screen.getByRole('menu', { name: 'More for Dana' }).id)
		await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: 'Open' })))
		await user.keyboard('{Escape}')
		expect(document.activeElement).toBe(button)
		expect(button.getAttribute('aria-expanded')).toBe('false')
	},
)

test('closes on a second click, and opens on a synthetic click without pointer or key', async () => {
	const user = userEvent.setup()
	render(<RowMenu of="Dana" actions={[{ label: 'Open', href: '/admin/users/1' }]} />)
	const button = screen.getByRole('button', { name: 'More for Dana' })
	await user.click(button)
	expect(screen.getByRole('menu')).toBeTruthy()
	await user.click(button)
	expect(screen.queryByRole('menu')).toBeNull()
	act(() => button.click())
	expect(screen.getByRole('menu')).toBeTruthy()
})
