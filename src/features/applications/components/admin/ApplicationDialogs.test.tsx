// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Application } from '../../contract.ts'
import { DecisionDialog } from './ApplicationDialogs.tsx'

afterEach(cleanup)

const application: Application = {
	...{ id: 'a', name: 'Dana Whitfield', email: 'dana@example.com', phoneNumber: '+1 212 555 0123' },
	...{ firmName: 'Whitfield Law', practiceAreas: 'Wills', yearsOfExperience: '3-5', status: 'inactive' },
	...{ membershipGoals: 'Somebody to ask about fees', applicationStatus: 'pending' },
	...{ applicationDate: '2026-11-02T09:00:00.000Z', decidedAt: null, decidedBy: null },
}

test.each(['approve', 'reject'] as const)('%s shows the full application', (action) => {
	render(<DecisionDialog application={application} action={action} isMailOff={false} onClose={() => undefined} />)
	const facts = [...screen.getByRole('alertdialog', { hidden: true }).querySelectorAll('dd')]
	const { name, email, phoneNumber, firmName, practiceAreas, yearsOfExperience, membershipGoals } = application
	const shown = [name, email, phoneNumber, firmName, practiceAreas, `${yearsOfExperience} years`, membershipGoals]
	expect(facts.map(({ textContent }) => textContent)).toEqual(shown)
})
