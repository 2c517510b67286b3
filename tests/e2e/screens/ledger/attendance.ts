import {
	completeAttendance,
	enterCode,
	evaluateActivity,
	findAttendance,
	startAttendance,
} from '#src/features/attendance/contract.ts'
import { listCreditCourses } from '#src/features/attendance/credit-courses-contract.ts'
import { expect } from '../../support/fixtures.ts'
import { attending, COURSE, live, offer, offersSession, offersVideo, strip } from '../../support/ledger/states.ts'
import { answer, hold, refuse } from '../../support/screens/answers.ts'
import type { Screen } from '../../support/screens/screen.ts'
import { button, dialog, field, inDialog, REFUSED, says } from '../../support/screens/steps.ts'
import { overlay } from './filled.ts'

/** Returns a screen of a video's attendance strip. */
const video = (name: string, response: Parameters<typeof offersVideo>[0], overrides: Partial<Screen> = {}): Screen => ({
	...{ name: `attendance-${name}`, as: 'member', path: COURSE, prepare: offersVideo(response), part: strip },
	...overrides,
	async reach(page) {
		await strip(page).scrollIntoViewIfNeeded()
		await overrides.reach?.(page)
	},
})
const withPrompt = attending({ prompt: { code: 'K7QF' } })
const finished = attending({ state: 'complete', certificates: ['ABCDEFGHJKMNPQ23'], mayEvaluate: true })
const inOverlay = { part: undefined, ...overlay } as unknown as Partial<Screen>

export const videoScreens: readonly Screen[] = [
	{
		...{ name: 'attendance-catalogue', as: 'member', path: '/courses' },
		prepare: (page) =>
			answer(page, listCreditCourses, { status: 200, contentType: 'application/json', body: '["005-client-intake"]' }),
		reach: (page) => expect(page.getByText('For credit', { exact: true }).first()).toBeVisible(),
	},
	video('offer', { offer, attendance: null }),
	video('not-accredited', { offer: { ...offer, accredited: [] }, attendance: null }),
	video('already', { offer: { ...offer, refusal: startAttendance.errors.already[1] }, attendance: null }),
	video(
		'not-started',
		{ offer, attendance: null },
		{
			allows: REFUSED,
			async reach(page) {
				await refuse(page, startAttendance, startAttendance.errors.notOffered)
				await button(page, 'Start attendance').click()
				await expect(strip(page).getByRole('alert')).toBeVisible()
			},
		},
	),
	video('open', attending({})),
	video('code', withPrompt, {
		...inOverlay,
		reach: (page) => expect(page.getByRole('dialog', { name: 'Are you still with us?' })).toBeVisible(),
	}),
	video('code-wrong', withPrompt, {
		...{ ...inOverlay, allows: REFUSED },
		async reach(page) {
			await refuse(page, enterCode, enterCode.errors.wrong)
			await field(page, 'Code').fill('K7QA')
			await inDialog(page, 'Enter code').click()
			await says(page, enterCode.errors.wrong[1])
		},
	}),
	video('code-closed', withPrompt, {
		async reach(page) {
			await inDialog(page, 'Close').click()
			await expect(button(page, 'Enter the code to go on')).toBeVisible()
		},
	}),
	video('spoken', attending({ mode: 'spoken' })),
	video('affirm', attending({ missing: null, confirmedMs: 3_240_000, codesEntered: 2 })),
	video('affirm-wrong-name', attending({ missing: null, confirmedMs: 3_240_000, codesEntered: 2 }), {
		allows: REFUSED,
		async reach(page) {
			await refuse(page, completeAttendance, completeAttendance.errors.name)
			await field(page, 'Your name').fill('M. Oyelaran')
			await button(page, 'Finish and get credit').click()
			await expect(strip(page).getByRole('alert')).toBeVisible()
		},
	}),
	video('complete', finished),
	video('evaluate', finished, { ...inOverlay, reach: dialog('Evaluate this programme') }),
	video('evaluate-wrong', finished, {
		...{ ...inOverlay },
		async reach(page) {
			await dialog('Evaluate this programme')(page)
			await inDialog(page, 'Send answers').click()
			const [, sentence] = [0, 'Choose an answer to each question']
			await expect(page.getByText(sentence).first()).toBeVisible()
		},
	}),
	video('evaluate-refused', finished, {
		...{ ...inOverlay, allows: REFUSED },
		async reach(page) {
			await refuse(page, evaluateActivity, evaluateActivity.errors.not)
			await dialog('Evaluate this programme')(page)
			for (const option of await page.getByRole('radio', { name: 'Agree', exact: true }).all()) await option.check()
			await inDialog(page, 'Send answers').click()
			await says(page, evaluateActivity.errors.not[1])
		},
	}),
	video('review', attending({ state: 'review' })),
	video('refused', { ...attending({ state: 'refused' }), offer }),
	video('ended', { ...attending({ state: 'ended' }), offer }),
	{
		...{ ...video('loading', attending({})) },
		async prepare(page) {
			await offersVideo(attending({}))(page)
			await hold(page, findAttendance)
		},
	},
	{
		...{ ...video('not-loaded', attending({})), allows: REFUSED },
		async prepare(page) {
			await offersVideo(attending({}))(page)
			await answer(page, findAttendance, { status: 403, body: 'Not for you' })
		},
	},
]

/** Returns a screen of the next session's attendance strip. */
const session = (
	name: string,
	response: Parameters<typeof offersSession>[0],
	overrides: Partial<Screen> = {},
): Screen => ({
	...{
		name: `attendance-session-${name}`,
		as: 'member',
		path: '/coaching',
		prepare: offersSession(response),
		part: strip,
	},
	...overrides,
})
const liveOffer = { ...offer, mode: 'live', title: 'The first assistant' } as const

export const sessionScreens: readonly Screen[] = [
	session('early', { offer: { ...liveOffer, refusal: startAttendance.errors.early[1] }, attendance: null }),
	session('check-in', { offer: liveOffer, attendance: null }),
	session('checked-in', live({})),
	session('no-codes', live({}, { hasCodes: false })),
	session('signed-out', live({ missing: null }, { signedOutAt: '2026-11-29T18:00:00.000Z' })),
	session('wrong-code', live({}), {
		allows: REFUSED,
		async reach(page) {
			await refuse(page, enterCode, enterCode.errors.wrongSpoken)
			await field(page, 'Spoken code').fill('OAK11')
			await button(page, 'Enter code').click()
			await expect(strip(page).getByRole('alert')).toBeVisible()
		},
	}),
]
