// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '#src/lib/api/query-client.ts'
import { useList } from '#src/lib/api/query-list.ts'
import type { Page } from '#src/lib/site/page.ts'
import { ListTable } from './ListTable.tsx'

const rows = (first: number) => Array.from({ length: 30 }, (_, index) => `Row ${first + index}`)
const firstPage: Page<string> = { items: rows(1), total: 60, next: 'second' }

/** Renders a list whose next page comes from `fetchPage`. */
function Names({ fetchPage }: { fetchPage: () => Promise<Page<string>> }) {
	const list = useList({ queryKey: ['names'], queryFn: fetchPage }, { initial: firstPage })
	return (
		<ListTable
			caption="Names"
			columns={[{ label: 'Name', cell: (name) => name }]}
			keyOf={(name) => name}
			{...{ list, failed: 'Failed to fetch names', empty: 'Nobody' }}
		/>
	)
}

afterEach(() => {
	cleanup()
	queryClient.clear()
})

test('shows at the button that the next page failed, keeps the rows and retries', async () => {
	const fetchPage = vi.fn(async (): Promise<Page<string>> => ({ items: rows(31), total: 60, next: undefined }))
	fetchPage.mockRejectedValueOnce(new Error('No connection.'))
	render(<Names fetchPage={fetchPage} />)
	const more = screen.getByRole('button', { name: 'Show more' })
	await userEvent.click(more)
	const alert = await screen.findByRole('alert')
	expect(alert.textContent).toContain('Failed to load more')
	expect(alert.textContent).toContain('No connection.')
	expect(screen.getByRole('table').compareDocumentPosition(alert)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
	expect(screen.queryByText('Failed to fetch names')).toBeNull()
	expect(screen.getAllByRole('row')).toHaveLength(31)
	expect(document.activeElement).toBe(more)

	await userEvent.click(more)
	expect(await screen.findByText('Row 60')).toBeDefined()
	expect(screen.queryByRole('alert')).toBeNull()
})
