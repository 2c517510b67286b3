// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { RowMenu } from './RowMenu.tsx'

afterEach(cleanup)

test('by keyboard: it opens, does what is chosen, and gives the focus back; nothing is written into the page’s styles', async () => {
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

test('it opens within the landmark that it belongs to, and outside of one in the page', async () => {
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
