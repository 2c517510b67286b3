import type { Page } from 'playwright/test'
import {
	completeAttendance,
	enterCode,
	evaluateActivity,
	findAttendance,
	startAttendance,
} from '#src/features/attendance/contract.ts'
import { listCreditCourses } from '#src/features/attendance/credit-courses-contract.ts'
import {
	createAdmission,
	createCredit,
	deleteAdmission,
	listCredits,
	moveCredit,
	updateAdmission,
	voidCredit,
} from '#src/features/cle/contract.ts'
import { expect } from '../support/fixtures.ts'
import {
	admit,
	attending,
	COURSE,
	fillLedger,
	ledgerOf,
	live,
	offer,
	offersSession,
	offersVideo,
	strip,
} from '../support/ledger-states.ts'
import { answer, hold, refuse, saveMeanwhile } from '../support/screens/answers.ts'
import type { Screen } from '../support/screens/screen.ts'
import { button, dialog, field, inDialog, REFUSED, says } from '../support/screens/steps.ts'
import { send } from '../support/send.ts'

// The ledger of a member, and attendance for credit. The owner has no admission; the member has two.

const AWAY = { status: 503, body: 'The service is busy. Please try again in a moment.' }
const overlay = { windowOnly: true } as const
const filled = { as: 'member', prepare: fillLedger } as const
const chooseState = (page: Page, name: string) =>
	page.getByRole('combobox', { name: 'Admission' }).first().selectOption({ label: name })

const overviews: readonly Screen[] = [
	{ name: 'cle-empty', as: 'admin', path: '/cle' },
	{ ...filled, name: 'cle-overview', path: '/cle' },
	{
		...{ ...filled, name: 'cle-overview-numbers', path: '/cle' },
		async reach(page) {
			for (const summary of await page.getByText('Numbers and sources').all()) await summary.click()
			await expect(page.getByRole('list', { name: 'Sources' }).first()).toBeVisible()
		},
	},
	{
		...{ name: 'cle-overview-unchecked', as: 'member', path: '/cle' },
		async prepare(page) {
			await fillLedger(page)
			await admit(page, 'US-TX')
		},
	},
	{ name: 'cle-visitor', path: '/cle', sleeps: true, reach: (page) => expect(page).toHaveURL(/\/auth\?next=\/cle$/) },
	{ ...filled, name: 'cle-export', path: '/cle/export', sleeps: true },
	{ ...filled, name: 'cle-certificates-empty', path: '/cle/certificates' },
]

const creditForm = dialog('Add a credit')
/** Fills in a credit of New York. */
async function typeCredit(page: Page): Promise<void> {
	await creditForm(page)
	const form = page.locator('dialog[open]')
	await form.getByRole('combobox', { name: 'Admission' }).selectOption({ label: 'New York' })
	await form.getByLabel('Title').fill('Escrow, step by step')
	await form.getByLabel('Provider').fill('New York City Bar')
	await form.getByLabel('Category').selectOption({ index: 1 })
	await form.getByLabel(/^Minutes/).fill('480')
}
const inCreditMenu = (name: string) => async (page: Page) => {
	await button(page, /^More for Escrow/)
		.first()
		.click()
	await page.getByRole('menuitem', { name }).click()
	await expect(page.locator('dialog[open]')).toBeVisible()
}
const refusedCredit = (name: string, error: readonly [number, string]): Screen => ({
	...{ ...filled, ...overlay, name: `cle-credit-${name}`, path: '/cle/credits', allows: REFUSED },
	async reach(page) {
		await refuse(page, createCredit, error)
		await typeCredit(page)
		await inDialog(page, 'Add credit').click()
		await says(page, error[1])
	},
})

const creditScreens: readonly Screen[] = [
	{ name: 'cle-credits-no-admission', as: 'admin', path: '/cle/credits' },
	{ ...filled, name: 'cle-credits', path: '/cle/credits' },
	{
		...{ ...filled, name: 'cle-credits-of-cycle', path: '/cle/credits' },
		async reach(page) {
			await chooseState(page, 'New York')
			const [card] = (await ledgerOf(page)).cards.filter(({ name }) => name === 'New York')
			const later = card?.cycles.at(-1)?.cycleFrom ?? ''
			await page.getByRole('combobox', { name: 'Cycle' }).selectOption(later)
			await expect(page.getByText('No credits here')).toBeVisible()
		},
	},
	{
		...{ ...filled, name: 'cle-credits-loading', path: '/cle/credits' },
		async reach(page) {
			await hold(page, listCredits)
			await chooseState(page, 'New York')
			await expect(page.getByText('Loading credits...')).toBeAttached()
		},
	},
	{
		...{ ...filled, name: 'cle-credits-not-loaded', path: '/cle/credits', allows: REFUSED },
		async reach(page) {
			await answer(page, listCredits, AWAY)
			await chooseState(page, 'New York')
			await expect(page.getByText('Your credits could not be loaded')).toBeVisible()
		},
	},
	{ ...filled, ...overlay, name: 'cle-credit-new', path: '/cle/credits', reach: creditForm },
	{
		...{ ...filled, ...overlay, name: 'cle-credit-wrong', path: '/cle/credits' },
		async reach(page) {
			await creditForm(page)
			await inDialog(page, 'Add credit').click()
			await expect(page.getByText('Enter the minutes or the credits').first()).toBeVisible()
		},
	},
	{
		...{ ...filled, ...overlay, name: 'cle-credit-speaking', path: '/cle/credits' },
		async reach(page) {
			await creditForm(page)
			const form = page.locator('dialog[open]')
			await form.getByRole('combobox', { name: 'Admission' }).selectOption({ label: 'California' })
			await form.getByRole('combobox', { name: 'What you did' }).selectOption({ label: 'Spoke or taught' })
			await form.getByRole('combobox', { name: 'Approved by' }).selectOption({ label: 'Another state' })
			await form.getByRole('button', { name: 'Another category' }).click()
			await form.getByLabel(/^Minutes you listened/).scrollIntoViewIfNeeded()
		},
	},
	{
		...{ ...filled, ...overlay, name: 'cle-credit-file-refused', path: '/cle/credits' },
		async reach(page) {
			await creditForm(page)
			const file = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') }
			await page.getByLabel(/^Certificate/).setInputFiles(file)
			await expect(page.getByText('Use a PDF, JPEG or PNG file')).toBeVisible()
		},
	},
	refusedCredit('logged', createCredit.errors.logged),
	refusedCredit('outside', createCredit.errors.outside),
	refusedCredit('steps', createCredit.errors.steps),
	{
		...{ ...filled, ...overlay, name: 'cle-credit-menu', path: '/cle/credits' },
		async reach(page) {
			await button(page, /^More for Escrow/)
				.first()
				.click()
			await expect(page.getByRole('menuitem', { name: 'Void' })).toBeVisible()
		},
	},
	{ ...filled, ...overlay, name: 'cle-credit-void', path: '/cle/credits', reach: inCreditMenu('Void') },
	{
		...{ ...filled, ...overlay, name: 'cle-credit-void-refused', path: '/cle/credits', allows: REFUSED },
		async reach(page) {
			await refuse(page, voidCredit, voidCredit.errors.ours)
			await inCreditMenu('Void')(page)
			await field(page, 'Reason').fill('Logged twice')
			await inDialog(page, 'Void credit').click()
			await says(page, voidCredit.errors.ours[1])
		},
	},
	{
		...filled,
		...overlay,
		name: 'cle-credit-move',
		path: '/cle/credits',
		reach: inCreditMenu('Move to another cycle'),
	},
	{
		...{ ...filled, ...overlay, name: 'cle-credit-move-refused', path: '/cle/credits', allows: REFUSED },
		async reach(page) {
			await refuse(page, moveCredit, moveCredit.errors.mostCarry)
			await inCreditMenu('Move to another cycle')(page)
			await inDialog(page, 'Move credit').click()
			await says(page, moveCredit.errors.mostCarry[1])
		},
	},
]

const ADMISSIONS = '/cle/admissions'
const newAdmission = (state: string) => async (page: Page) => {
	await dialog('Add an admission')(page)
	await page.getByRole('combobox', { name: 'Jurisdiction' }).selectOption({ label: state })
}
const editNewYork = async (page: Page) => {
	await button(page, 'Edit New York').click()
	await expect(page.getByRole('dialog', { name: 'Edit New York' })).toBeVisible()
}
const deleteNewYork = async (page: Page) => {
	await button(page, 'More for New York').click()
	await page.getByRole('menuitem', { name: 'Delete' }).click()
	await expect(page.getByRole('alertdialog')).toBeVisible()
}

const admissionScreens: readonly Screen[] = [
	{ name: 'cle-admissions-empty', as: 'admin', path: ADMISSIONS },
	{ ...filled, name: 'cle-admissions', path: ADMISSIONS },
	{ name: 'cle-admission-new', as: 'admin', path: ADMISSIONS, ...overlay, reach: dialog('Add an admission') },
	{
		...{ name: 'cle-admission-new-york', as: 'admin', path: ADMISSIONS, ...overlay },
		async reach(page) {
			await newAdmission('New York')(page)
			await inDialog(page, 'Add admission').click()
			await expect(page.getByText('Enter your birthday: New York counts from it').first()).toBeVisible()
		},
	},
	{ name: 'cle-admission-california', as: 'admin', path: ADMISSIONS, ...overlay, reach: newAdmission('California') },
	{
		...{ name: 'cle-admission-taken', as: 'admin', path: ADMISSIONS, ...overlay, allows: REFUSED },
		async reach(page) {
			await refuse(page, createAdmission, createAdmission.errors.taken)
			await newAdmission('California')(page)
			await field(page, 'Date of admission').fill('2018-03-15')
			await inDialog(page, 'Add admission').click()
			await says(page, createAdmission.errors.taken[1])
		},
	},
	{ ...filled, ...overlay, name: 'cle-admission-edit', path: ADMISSIONS, reach: editNewYork },
	{
		...{ ...filled, ...overlay, name: 'cle-admission-extended', path: ADMISSIONS },
		async reach(page) {
			await editNewYork(page)
			await button(page, 'Add a filing').click()
			await button(page, 'Add an extension').click()
			await field(page, 'New last day').scrollIntoViewIfNeeded()
		},
	},
	{
		...{ ...filled, ...overlay, name: 'cle-admission-conflict', path: ADMISSIONS, allows: REFUSED },
		async reach(page) {
			const [current] = await send<object[]>(page, 'GET', '/api/cle/admissions')
			await saveMeanwhile(page, updateAdmission, { ...current, barNumber: '999' })
			await editNewYork(page)
			await page.getByLabel(/^Bar number/).fill('1000')
			await inDialog(page, 'Save admission').click()
			await expect(page.getByText(updateAdmission.errors.changed[1]).first()).toBeVisible()
		},
	},
	{ ...filled, ...overlay, name: 'cle-admission-delete', path: ADMISSIONS, reach: deleteNewYork },
	{
		...{ ...filled, ...overlay, name: 'cle-admission-delete-refused', path: ADMISSIONS, allows: REFUSED },
		async reach(page) {
			await refuse(page, deleteAdmission, deleteAdmission.errors.ours)
			await deleteNewYork(page)
			await inDialog(page, 'Delete').click()
			await says(page, deleteAdmission.errors.ours[1])
		},
	},
]

/** The strip of a video in a state. */
const video = (name: string, found: Parameters<typeof offersVideo>[0], more: Partial<Screen> = {}): Screen => ({
	...{ name: `attendance-${name}`, as: 'member', path: COURSE, prepare: offersVideo(found), part: strip },
	...more,
	async reach(page) {
		await strip(page).scrollIntoViewIfNeeded()
		await more.reach?.(page)
	},
})
const asked = attending({ prompt: { code: 'K7QF' } })
const finished = attending({ state: 'complete', certificates: ['ABCDEFGHJKMNPQ23'], mayEvaluate: true })
const inWindow = { part: undefined, ...overlay } as unknown as Partial<Screen>

const videoScreens: readonly Screen[] = [
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
	video('code', asked, {
		...inWindow,
		reach: (page) => expect(page.getByRole('dialog', { name: 'Are you still with us?' })).toBeVisible(),
	}),
	video('code-wrong', asked, {
		...{ ...inWindow, allows: REFUSED },
		async reach(page) {
			await refuse(page, enterCode, enterCode.errors.wrong)
			await field(page, 'Code').fill('K7QA')
			await inDialog(page, 'Enter code').click()
			await says(page, enterCode.errors.wrong[1])
		},
	}),
	video('code-closed', asked, {
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
	video('evaluate', finished, { ...inWindow, reach: dialog('Evaluate this programme') }),
	video('evaluate-wrong', finished, {
		...{ ...inWindow },
		async reach(page) {
			await dialog('Evaluate this programme')(page)
			await inDialog(page, 'Send answers').click()
			const [, sentence] = [0, 'Answer each question with 1 to 5']
			await expect(page.getByText(sentence).first()).toBeVisible()
		},
	}),
	video('evaluate-refused', finished, {
		...{ ...inWindow, allows: REFUSED },
		async reach(page) {
			await refuse(page, evaluateActivity, evaluateActivity.errors.not)
			await dialog('Evaluate this programme')(page)
			for (const answerText of await page.getByRole('radio', { name: 'Agree', exact: true }).all())
				await answerText.check()
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

/** The next session in a state. */
const session = (name: string, found: Parameters<typeof offersSession>[0], more: Partial<Screen> = {}): Screen => ({
	...{
		name: `attendance-session-${name}`,
		as: 'member',
		path: '/coaching',
		prepare: offersSession(found),
		part: strip,
	},
	...more,
})
const liveOffer = { ...offer, mode: 'live', title: 'The first assistant' } as const

const sessionScreens: readonly Screen[] = [
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

export const ledgerScreens: readonly Screen[] = [
	...overviews,
	...creditScreens,
	...admissionScreens,
	...videoScreens,
	...sessionScreens,
]
