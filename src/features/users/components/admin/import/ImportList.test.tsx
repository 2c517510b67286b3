// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '#src/lib/api/query-client.ts'
import { answerCalls } from '#tests/support/site/island-server.ts'
import type { UserImport } from '../../../import-contract.ts'
import { ImportList } from './ImportList.tsx'

afterEach(() => {
	cleanup()
	queryClient.clear()
	vi.useRealTimers()
	vi.unstubAllGlobals()
})

const LAST_MAIL = '2026-11-01T09:00:00.000Z'
const list: UserImport = {
	...{ id: '1', state: 'done', createdByName: 'Ruth Adeyemi', createdAt: '2026-11-01T08:00:00.000Z', finishedAt: null },
	...{ rowCount: 2, invited: 2, members: 0, faulty: 0, waiting: 0, come: 0, open: 2, due: 0, dueAt: null },
	...{ mailsUntil: LAST_MAIL, mailsWait: true, cancelledAt: null, cancelledByName: null },
}
const initial = { items: [list], total: 1, next: undefined }

test('hydrates without a mismatch if the last emails are sent before hydration, then shows them as sent', async () => {
	answerCalls({ 'GET /api/admin/user-imports': () => [list] })
	vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(LAST_MAIL) - 500 })
	const container = document.createElement('div')
	container.innerHTML = renderToString(<ImportList initial={initial} />)
	document.body.append(container)
	expect(container.textContent).toContain('sending the last emails')

	vi.setSystemTime(Date.parse(LAST_MAIL) + 500)
	const onRecoverableError = vi.fn()
	render(<ImportList initial={initial} />, { container, hydrate: true, onRecoverableError })
	expect(await screen.findByText('Done')).toBeDefined()
	expect(onRecoverableError.mock.calls).toEqual([])
})
