import type { Page } from 'playwright/test'
import type { Attendance, FoundAttendance } from '#src/features/attendance/contract.ts'
import { findAttendance } from '#src/features/attendance/contract.ts'
import { listOffers, type Offer } from '#src/features/attendance/offers-contract.ts'
import type { Admission, Credit, Ledger } from '#src/features/cle/contract.ts'
import { answer } from '../screens/answers.ts'
import { send } from '../send.ts'

// Ledgers and attendances for screens of members.

const json = (body: unknown) => ({ status: 200, contentType: 'application/json', body: JSON.stringify(body) })

const admission = {
	'US-NY': { jurisdiction: 'US-NY', admittedOn: '2015-06-17', birthday: '1980-03-12', barNumber: '4711001' },
	'US-CA': { jurisdiction: 'US-CA', admittedOn: '2018-03-15', groupNo: 2 },
	'US-TX': { jurisdiction: 'US-TX', admittedOn: '2019-05-02', birthday: '1980-03-12', cycleKind: 'newly' },
}

export const ledgerOf = (page: Page) => send<Ledger>(page, 'GET', '/api/cle')

/** Adds an admission unless it exists. @returns its id. */
export async function admit(page: Page, jurisdiction: keyof typeof admission): Promise<string> {
	const all = await send<Admission[]>(page, 'GET', '/api/cle/admissions')
	const known = all.find((one) => one.jurisdiction === jurisdiction)
	return (known ?? (await send<Admission>(page, 'POST', '/api/cle/admissions', admission[jurisdiction]))).id
}

/** Adds a credit with this date, even if it was already logged. */
const logCredit = (page: Page, admissionId: string, credit: object, date: string) =>
	send<Credit>(page, 'POST', '/api/cle/credits', {
		...{ admissionId, provider: 'New York City Bar', date, format: 'recorded', force: true },
		...credit,
	})

/** Fills a member's ledger unless it has credits: admissions in two states, and credits, one of them voided. */
export async function fillLedger(page: Page): Promise<void> {
	const newYork = await admit(page, 'US-NY')
	const california = await admit(page, 'US-CA')
	const credits = await send<Credit[]>(page, 'GET', '/api/cle/credits')
	if (credits.length > 0) return
	const { today } = await ledgerOf(page)
	await logCredit(page, newYork, { title: 'Escrow, step by step', category: 'areas', minutes: 480 }, today)
	await logCredit(
		page,
		newYork,
		{
			...{ title: 'Fees that hold', category: 'ethics', minutes: 100 },
			more: [{ category: 'cyber-ethics', minutes: 50 }],
		},
		today,
	)
	await logCredit(
		page,
		newYork,
		{ title: 'Cross-examination', source: 'speaking', category: 'skills', minutes: 75, format: 'live' },
		today,
	)
	await logCredit(page, california, { title: 'Escrow, step by step', category: 'general', minutes: 480 }, today)
	const { id } = await logCredit(page, newYork, { title: 'Logged twice', category: 'areas', credits: 100 }, today)
	await send(page, 'POST', `/api/cle/credits/${id}/void`, { reason: 'I logged it twice' })
}

const open: Attendance = {
	...{ id: 'a1', kind: 'module', refId: 'm1', title: 'The fifteen-minute call', mode: 'watch', state: 'open' },
	...{ lengthMs: 3_240_000, confirmedMs: 779_000, requiredMs: 3_175_200, codesEntered: 1, codesShown: 2, prompt: null },
	...{ sequence: 4, positionMs: 779_000, maxRate: 1, live: null, missing: 'Watch 42 more minutes to finish' },
	affirmation: 'I, Marcus Oyelaran, took part in the whole of this programme.',
	...{ certificates: [], mayEvaluate: false },
}

export const offer: NonNullable<FoundAttendance['offer']> = {
	...{ title: 'The fifteen-minute call', minutes: 54, mode: 'watch', accredited: ['California', 'New York'] },
	refusal: null,
}

export const attending = (more: Partial<Attendance>): FoundAttendance => ({
	offer: null,
	attendance: { ...open, ...more },
})

const VIDEO = '005-client-intake-fifteen-minute-call'
/** Path of a course, opened at its video. */
export const COURSE = `/courses/005-client-intake?m=${VIDEO}`

/** Mocks an offer of the course's video in this state. */
export const offersVideo = (found: FoundAttendance) => async (page: Page) => {
	const offers: Offer[] = [{ kind: 'module', refId: VIDEO, moduleId: VIDEO, state: found.attendance?.state ?? null }]
	await answer(page, listOffers, json(offers))
	// The page shows an attendance only for the same module.
	const attendance = found.attendance && { ...found.attendance, refId: VIDEO }
	await answer(page, findAttendance, json({ ...found, attendance }))
}

export const strip = (page: Page) => page.getByRole('region', { name: 'Attendance for credit' }).first()

/** Mocks an offer of the next session in this state. */
export const offersSession = (found: FoundAttendance) => async (page: Page) => {
	const sessions = await send<{ id: string; title: string }[]>(page, 'GET', '/api/coaching/sessions')
	const next = sessions.find(({ title }) => title === 'The first assistant')
	if (!next) throw new Error('No session')
	const offers: Offer[] = [{ kind: 'session', refId: next.id, moduleId: null, state: found.attendance?.state ?? null }]
	await answer(page, listOffers, json(offers))
	await answer(page, findAttendance, json(found))
}

export const live = (more: Partial<Attendance>, at: Partial<NonNullable<Attendance['live']>> = {}) =>
	attending({
		...{ kind: 'session', mode: 'live', title: 'The first assistant', codesShown: 0, codesEntered: 0 },
		missing: 'Enter the spoken code, or sign out at the end',
		live: {
			...{ startsAt: '2026-11-29T17:00:00.000Z', endsAt: '2026-11-29T18:00:00.000Z', hasCodes: true },
			...{ checkedInAt: '2026-11-29T16:55:00.000Z', isMoved: false, signedOutAt: null, listedMinutes: null, proofs: 1 },
			...at,
		},
		...more,
	})
