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
function Ordered({ onOrder, onSelect }: OrderedProps) {
	const [modules, setModules] = useState(all)
	const order = (ids: string[]) => {
		onOrder(ids)
		setModules(ids.flatMap((id) => all.filter((module) => module.id === id)))
	}
	return <ModuleList modules={modules} selectedId="fees" onSelect={onSelect} onOrder={order} />
}

function setup() {
	const props = { onOrder: vi.fn(), onSelect: vi.fn() }
	render(<Ordered {...props} />)
	return { user: userEvent.setup(), ...props }
}
const handle = (title: string) => screen.getByRole('button', { name: `Move ${title}: arrow up or down` })
const items = () => screen.getAllByRole('listitem')
const said = () => screen.getByRole('status').textContent

test('arrow keys on the handle move a module, say its new place, and keep the focus on it', async () => {
	const { user, onOrder } = setup()
	handle('Calls').focus()
	await user.keyboard('{ArrowDown}')
	expect(onOrder).toHaveBeenLastCalledWith(['fees', 'calls', 'letters'])
	expect(said()).toBe('Calls is now number 2 of 3')
	expect(document.activeElement).toBe(handle('Calls'))
	await user.keyboard('{ArrowDown}')
	expect(said()).toBe('Calls is now number 3 of 3')
	await user.keyboard('{ArrowDown}')
	expect(onOrder).toHaveBeenCalledTimes(2)
	await user.keyboard('{ArrowUp}x')
	expect(onOrder).toHaveBeenLastCalledWith(['fees', 'calls', 'letters'])
	expect(onOrder).toHaveBeenCalledTimes(3)
})

test('the buttons beside a module do the same, and the ends have none', async () => {
	const { user, onOrder } = setup()
	expect(screen.getByRole('button', { name: 'Move Calls up' })).toHaveProperty('disabled', true)
	expect(screen.getByRole('button', { name: 'Move Letters down' })).toHaveProperty('disabled', true)
	await user.click(screen.getByRole('button', { name: 'Move Letters up' }))
	expect(onOrder).toHaveBeenLastCalledWith(['calls', 'letters', 'fees'])
	expect(said()).toBe('Letters is now number 2 of 3')
})

function drag(from: HTMLElement, over: HTMLElement) {
	fireEvent.dragStart(from)
	const held = createEvent.dragOver(over)
	fireEvent(over, held)
	// Only what takes the drag can be dropped on.
	expect(held.defaultPrevented).toBe(true)
}

test('a module that is dropped on another takes its place; meanwhile both are marked', () => {
	const { onOrder } = setup()
	const [calls, , letters] = items() as [HTMLElement, HTMLElement, HTMLElement]
	drag(calls, letters)
	expect([calls.dataset.dragged, letters.dataset.target, letters.dataset.dragged]).toEqual(['', '', undefined])
	fireEvent.drop(screen.getByText('Letters'))
	expect(onOrder).toHaveBeenCalledExactlyOnceWith(['fees', 'letters', 'calls'])
	expect(items().some(({ dataset }) => 'dragged' in dataset || 'target' in dataset)).toBe(false)
})

test('a drag that ends elsewhere, or where it began, moves nothing', () => {
	const { onOrder } = setup()
	const [calls, fees] = items() as [HTMLElement, HTMLElement]
	drag(calls, fees)
	fireEvent.dragEnd(calls)
	fireEvent.drop(fees)
	drag(calls, calls)
	fireEvent.drop(calls)
	expect(onOrder).not.toHaveBeenCalled()
	expect(said()).toBe('')
})

test('something from outside the list, such as a file, is not taken', () => {
	const { onOrder } = setup()
	const [calls] = items() as [HTMLElement]
	const over = createEvent.dragOver(calls)
	fireEvent(calls, over)
	expect(over.defaultPrevented).toBe(false)
	fireEvent.drop(calls)
	expect(onOrder).not.toHaveBeenCalled()
})

test('choosing a module is no moving', async () => {
	const { user, onOrder, onSelect } = setup()
	const pick = screen.getByRole('button', { name: /^Fees/ })
	expect(pick.getAttribute('aria-current')).toBe('true')
	await user.click(pick)
	expect(onSelect).toHaveBeenCalledExactlyOnceWith('fees')
	expect(onOrder).not.toHaveBeenCalled()
})
