import { createEvent, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import type { CourseModule } from '../../contract.ts'
import { ModuleList } from './ModuleList.tsx'

const moduleAt = (orderIndex: number, title: string): CourseModule => ({
	id: title.toLowerCase(),
	courseId: 'c1',
	title,
	description: 'What it is about',
	type: 'text',
	content: '<p>Enough of a content</p>',
	orderIndex,
	additionalContent: '{}',
	createdAt: '2026-01-01T00:00:00.000Z',
	updatedAt: '2026-01-01T00:00:00.000Z',
})
const all = ['Calls', 'Fees', 'Letters'].map((title, at) => moduleAt(at, title))

type OrderedProps = { onOrder(ids: string[]): void; onSelect(id: string): void }
function OrderableList({ onOrder, onSelect }: OrderedProps) {
	const [modules, setModules] = useState(all)
	const order = (ids: string[]) => {
		onOrder(ids)
		setModules(ids.flatMap((id) => all.filter((module) => module.id === id)))
	}
	return <ModuleList modules={modules} selectedId="fees" onSelect={onSelect} onOrder={order} />
}

function setup() {
	const props = { onOrder: vi.fn(), onSelect: vi.fn() }
	render(<OrderableList {...props} />)
	return { user: userEvent.setup(), ...props }
}
const handle = (title: string) => screen.getByRole('button', { name: `Move ${title}: arrow up or down` })
const items = () => screen.getAllByRole('listitem')
const announcement = () => screen.getByRole('status').textContent

test('moves a module with arrow keys on its handle, announces its position and keeps the focus', async () => {
	const { user, onOrder } = setup()
	handle('Calls').focus()
	await user.keyboard('{ArrowDown}')
	expect(onOrder).toHaveBeenLastCalledWith(['fees', 'calls', 'letters'])
	expect(announcement()).toBe('Calls is now number 2 of 3')
	expect(document.activeElement).toBe(handle('Calls'))
	await user.keyboard('{ArrowDown}')
	expect(announcement()).toBe('Calls is now number 3 of 3')
	await user.keyboard('{ArrowDown}')
	expect(onOrder).toHaveBeenCalledTimes(2)
	await user.keyboard('{ArrowUp}x')
	expect(onOrder).toHaveBeenLastCalledWith(['fees', 'calls', 'letters'])
	expect(onOrder).toHaveBeenCalledTimes(3)
})

test('moves a module with its buttons, which keep the focus at the ends', async () => {
	const { user, onOrder } = setup()
	const button = (name: string) => screen.getByRole('button', { name })
	expect(button('Move Calls up').ariaDisabled).toBe('true')
	expect(button('Move Letters down').ariaDisabled).toBe('true')
	await user.click(button('Move Letters up'))
	expect(onOrder).toHaveBeenLastCalledWith(['calls', 'letters', 'fees'])
	expect(announcement()).toBe('Letters is now number 2 of 3')
	await user.keyboard('{Enter}')
	expect(announcement()).toBe('Letters is now number 1 of 3')
	expect(document.activeElement).toBe(button('Move Letters up'))
	await user.keyboard('{Enter}')
	expect(onOrder).toHaveBeenCalledTimes(2)
})

function drag(from: HTMLElement, over: HTMLElement) {
	fireEvent.dragStart(from)
	const held = createEvent.dragOver(over)
	fireEvent(over, held)
	// A drop requires that the dragover was canceled.
	expect(held.defaultPrevented).toBe(true)
}

test("moves a dropped module to the target's position, and marks both during the drag", () => {
	const { onOrder } = setup()
	const [calls, , letters] = items() as [HTMLElement, HTMLElement, HTMLElement]
	drag(calls, letters)
	expect([calls.dataset.dragged, letters.dataset.target, letters.dataset.dragged]).toEqual(['', '', undefined])
	fireEvent.drop(screen.getByText('Letters'))
	expect(onOrder).toHaveBeenCalledExactlyOnceWith(['fees', 'letters', 'calls'])
	expect(items().some(({ dataset }) => 'dragged' in dataset || 'target' in dataset)).toBe(false)
})

test('moves nothing when a drag ends elsewhere or where it started', () => {
	const { onOrder } = setup()
	const [calls, fees] = items() as [HTMLElement, HTMLElement]
	drag(calls, fees)
	fireEvent.dragEnd(calls)
	fireEvent.drop(fees)
	drag(calls, calls)
	fireEvent.drop(calls)
	expect(onOrder).not.toHaveBeenCalled()
	expect(announcement()).toBe('')
})

test('ignores drops from outside the list, such as files', () => {
	const { onOrder } = setup()
	const [calls] = items() as [HTMLElement]
	const over = createEvent.dragOver(calls)
	fireEvent(calls, over)
	expect(over.defaultPrevented).toBe(false)
	fireEvent.drop(calls)
	expect(onOrder).not.toHaveBeenCalled()
})

test('selects a module without moving it', async () => {
	const { user, onOrder, onSelect } = setup()
	const pick = screen.getByRole('button', { name: /^Fees/ })
	expect(pick.getAttribute('aria-current')).toBe('true')
	await user.click(pick)
	expect(onSelect).toHaveBeenCalledExactlyOnceWith('fees')
	expect(onOrder).not.toHaveBeenCalled()
})
