// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { type Column, DataTable, RowLead } from './DataTable.tsx'

afterEach(() => {
	window.getSelection()?.removeAllRanges()
	cleanup()
})

interface Member {
	id: string
	name: string
	email: string
}
const rows: Member[] = [
	{ id: '1', name: 'Dana', email: 'dana@example.com' },
	{ id: '2', name: 'Tomas', email: 'tomas@example.com' },
]

function renderTable(onOpen = vi.fn(), onAct = vi.fn(), onSort = vi.fn()) {
	const columns: Column<Member>[] = [
		{ label: 'Name', sort: 'name', cell: ({ id, name }) => <RowLead onOpen={() => onOpen(id)}>{name}</RowLead> },
		{ label: 'Email', cell: ({ email }) => email },
	]
	const table = (isDescending: boolean) => (
		<DataTable
			caption="Members"
			columns={columns}
			rows={rows}
			keyOf={({ id }) => id}
			actions={({ name }) => (
				<button type="button" onClick={onAct}>
					Remove {name}
				</button>
			)}
			sorting={{ by: 'name', isDescending }}
			onSort={onSort}
		/>
	)
	const { rerender } = render(table(false))
	return { onOpen, onAct, onSort, rerenderTable: (isDescending: boolean) => rerender(table(isDescending)) }
}

test('opens the item of a row once on a click anywhere in the row', async () => {
	const { onOpen } = renderTable()
	const user = userEvent.setup()
	await user.click(screen.getByText('tomas@example.com'))
	expect(onOpen.mock.calls).toEqual([['2']])
	await user.click(screen.getByRole('button', { name: 'Dana' }))
	expect(onOpen.mock.calls).toEqual([['2'], ['1']])
})

test('keeps controls inside a row working, and does not open the row on a text selection', async () => {
	const { onOpen, onAct } = renderTable()
	const user = userEvent.setup()
	await user.click(screen.getByRole('button', { name: 'Remove Dana' }))
	expect(onAct).toHaveBeenCalledOnce()
	const cell = screen.getByText('dana@example.com')
	await user.dblClick(cell)
	window.getSelection()?.selectAllChildren(cell)
	const before = onOpen.mock.calls.length
	cell.click()
	expect(onOpen).toHaveBeenCalledTimes(before)
	window.getSelection()?.removeAllRanges()
	cell.click()
	expect(onOpen).toHaveBeenCalledTimes(before + 1)
})

test('marks the sorted column, and reverses the order on a second click', async () => {
	const { onSort, rerenderTable: again } = renderTable()
	const user = userEvent.setup()
	const name = screen.getByRole('columnheader', { name: 'Name' })
	expect(name.getAttribute('aria-sort')).toBe('ascending')
	expect(screen.getByRole('columnheader', { name: 'Email' }).querySelector('button')).toBeNull()
	await user.click(within(name).getByRole('button'))
	expect(onSort).toHaveBeenLastCalledWith({ by: 'name', isDescending: true })
	again(true)
	expect(name.getAttribute('aria-sort')).toBe('descending')
	await user.click(within(name).getByRole('button'))
	expect(onSort).toHaveBeenLastCalledWith({ by: 'name', isDescending: false })
})
