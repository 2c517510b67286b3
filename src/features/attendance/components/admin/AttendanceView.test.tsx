import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { queryClient } from '#src/lib/api/query-client.ts'
import type { AttendanceDetail } from '../../admin-contract.ts'
import { AttendanceView } from './AttendanceView.tsx'

afterEach(() => {
	cleanup()
	queryClient.clear()
})

const attendance = (state: AttendanceDetail['state']): AttendanceDetail => ({
	...{ id: 'a1', member: { id: 'u1', name: 'Ruth Adeyemi' }, mode: 'watch', state, wrongTries: 5 },
	activity: { id: 'p1', kind: 'recording', title: 'Escrow' },
	...{ openedAt: '2027-03-09T17:00:00.000Z', endedAt: null, lengthMs: 120_000, confirmedMs: 60_000 },
	...{ codesEntered: 0, codesTotal: 1, watched: [], hiddenMs: 0, codes: [], reviews: [], ruleVersions: {} },
	live: { checkedInAt: null, signedOutAt: null, listedMinutes: null, codesEnteredAt: [] },
	...{ evidence: null, certificates: [], issuable: [{ jurisdiction: 'US-CA', name: 'California' }] },
})
const OWN =
	/^This is your own attendance, so another admin must decide on it. If there is none, make someone an admin first.$/

test.each([
	['review', 'Decide'],
	['complete', 'Issue certificate'],
] as const)('an admin decides about others, and sees who decides about their own attendance (%s)', (state, action) => {
	const { rerender } = render(<AttendanceView initial={attendance(state)} ownId="u2" />)
	expect(screen.getByRole('button', { name: action })).toBeTruthy()
	expect(screen.queryByText(OWN)).toBeNull()
	rerender(<AttendanceView initial={attendance(state)} ownId="u1" />)
	expect(screen.queryByRole('button', { name: action })).toBeNull()
	expect(screen.getByText(OWN)).toBeTruthy()
})
