import type { Admission, Credit, Ledger } from '#src/features/cle/contract.ts'
import type { Card, CycleView, Jurisdiction, RequirementResult } from '#src/features/cle/ledger-schema.ts'

// Sample ledgers as the server returns them, for tests of islands.

export const requirement = (overrides: Partial<RequirementResult>): RequirementResult => ({
	...{ id: 'total', label: 'Total', need: 2400, have: 1750, planned: 0, missing: 650, within: null },
	...{ words: '6.5 credits are missing.', confidence: 'verified', needsChecking: null, offers: [] },
	...overrides,
})

const cycleOf = (more: Partial<CycleView>): CycleView => ({
	...{ cycleFrom: '2025-04-12', kind: 'experienced', label: '12 Apr 2025 to 11 Apr 2027', from: '2025-04-12' },
	...{
		lastDay: '2027-04-11',
		due: '2027-04-11',
		reportBy: '2027-04-11',
		filedOn: null,
		isCurrent: true,
		isPast: false,
	},
	...more,
})

const present = cycleOf({})
export const next = cycleOf({
	...{ cycleFrom: '2027-04-12', label: '12 Apr 2027 to 11 Apr 2029', from: '2027-04-12' },
	...{ lastDay: '2029-04-11', due: '2029-04-11', reportBy: '2029-04-11', isCurrent: false },
})

export const newYorkCard = (more: Partial<Card> = {}): Card => ({
	...{ admissionId: 'ny', jurisdiction: 'US-NY', name: 'New York', barNumber: '4711', status: 'active' },
	...{ cycle: present, problem: null, daysLeft: 133, extension: null },
	total: { have: 1750, need: 2400, planned: 0 },
	requirements: [
		requirement({}),
		requirement({
			...{ id: 'cyber', label: 'Cybersecurity', need: 100, have: 0, missing: 100 },
			words: '1 credit of cybersecurity is missing. 1 of our courses gives it.',
			offers: [{ activityId: 'a1', title: 'Safe email', credits: 100, href: '/courses/safe-email' }],
		}),
	],
	...{ overCap: [], carryIn: 250, carryOut: 0, assumptions: ['Your birthday decides the last day.'] },
	rules: {
		...{ version: 3, validFrom: '2023-07-01', checkedAt: '2026-11-22', checkedBy: 'the club', status: 'verified' },
		words: 'Rules of New York, checked 22 Nov 2026. Confirm with the board.',
		sources: [{ url: 'https://www.law.cornell.edu/1500.22', what: '22 NYCRR 1500.22' }],
		numbers: [
			{ what: 'Carry-over', words: 'at most 6 credits to the next cycle', confidence: 'verified', needsChecking: null },
			{
				what: 'Verification',
				words: 'a code each 50 minutes',
				confidence: 'secondary',
				needsChecking: 'Ask the board.',
			},
		],
		others: [],
	},
	...{ also: [], cycles: [present, next] },
	...more,
})

const none = { birthday: false, assignedDay: false, newly: false, groups: [] }

const jurisdictionOf = (more: Partial<Jurisdiction>): Jurisdiction => ({
	...{ jurisdiction: 'US-NY', name: 'New York', status: 'verified', unitCredits: 50, speaking: true },
	...{ needs: { ...none, birthday: true, newly: true }, mustBeAway: false, takesCarryOver: true },
	categories: [
		{ id: 'ethics', label: 'Ethics' },
		{ id: 'bias', label: 'Elimination of bias' },
	],
	...more,
})

const jurisdictions: Jurisdiction[] = [
	jurisdictionOf({
		...{ jurisdiction: 'US-CA', name: 'California', unitCredits: 25, mustBeAway: true, takesCarryOver: false },
		needs: {
			...none,
			groups: [
				{ no: 1, label: 'Group 1: A to G', letters: 'AG' },
				{ no: 2, label: 'Group 2: H to M', letters: 'HM' },
				{ no: 3, label: 'Group 3: N to Z', letters: 'NZ' },
			],
		},
	}),
	jurisdictionOf({}),
	jurisdictionOf({ jurisdiction: 'US-TX', name: 'Texas', status: 'unchecked', needs: { ...none, birthday: true } }),
]

export const ledgerOf = (...cards: Card[]): Ledger => ({ today: '2026-11-29', cards, jurisdictions })

export const creditOf = (more: Partial<Credit> = {}): Credit => ({
	...{ id: 'c1', admissionId: 'ny', cycleFrom: '2025-04-12', isMoved: false, source: 'outside', activityId: null },
	...{ title: 'Escrow basics', provider: 'City Bar', date: '2026-03-12', minutes: 75, format: 'live' },
	...{ credits: { ethics: 150 }, total: 150, approval: 'own', label: 'Self-reported, not accredited' },
	...{ certificateNumber: null, file: null, voided: null },
	...more,
})

export const admissionOf = (more: Partial<Admission> = {}): Admission => ({
	...{ id: 'ny', jurisdiction: 'US-NY', barNumber: '4711', admittedOn: '2015-06-17', birthday: '1980-03-12' },
	...{ groupNo: null, assignedDay: null, cycleKind: 'experienced', status: 'active', inactiveMonths: [] },
	...{ filings: [], extensions: [], version: 2 },
	...more,
})
