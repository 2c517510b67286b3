import type { Page } from 'playwright/test'
import { checkout, getMembership } from '#src/features/dues/contract.ts'
import { listDues, recordPayment, setComplimentary } from '#src/features/dues/dues-contract.ts'
import { deletePlan } from '#src/features/dues/plans-contract.ts'
import type { DuesMember, FilledClub } from '../support/dues/members.ts'
import { expect } from '../support/fixtures.ts'
import { answer, refuse } from '../support/screens/answers.ts'
import type { Screen } from '../support/screens/screen.ts'
import { button, dialog, fill, inDialog, press, REFUSED, says } from '../support/screens/steps.ts'

/** A screen of the club that `fillDuesClub` fills. */
export interface DuesScreen extends Omit<Screen, 'as' | 'path'> {
	as: 'admin' | 'visitor' | DuesMember
	path: string | ((club: FilledClub) => string)
	/** Settings of the club to change first. */
	settings?: object
}

const MEMBERSHIP = '/account/membership'
const membershipTitle = (page: Page) => page.locator('#standing-title')

const membershipOf = (as: DuesMember, title: string | RegExp): DuesScreen => ({
	...{ name: `dues-membership-${as}`, as, path: MEMBERSHIP },
	reach: (page) => expect(membershipTitle(page)).toHaveText(title),
})

const memberScreens: readonly DuesScreen[] = [
	membershipOf('waiting', 'Your membership begins with your first payment'),
	membershipOf('trial', /^Free trial until/),
	membershipOf('active', /^Paid until/),
	membershipOf('due', /^Paid until/),
	membershipOf('late', /^Payment is due by/),
	membershipOf('lapsed', 'Your membership has lapsed'),
	membershipOf('ended', 'Your membership has ended'),
	membershipOf('cancelled', /^Paid until/),
	membershipOf('complimentary', /^Complimentary until/),
	membershipOf('always', 'Complimentary'),
	membershipOf('paused', 'Your membership is paused'),
	membershipOf('credit', /^Paid until/),
	membershipOf('card', /^Paid until/),
	membershipOf('failed', /^Payment is due by/),
	membershipOf('none', 'You owe no dues'),
	{
		...{ name: 'dues-membership-not-agreed', as: 'waiting', path: MEMBERSHIP },
		reach: (page) => press(page, 'Pay by card', 'Agree to the renewal first'),
	},
	{
		...{ name: 'dues-membership-provider-away', as: 'waiting', path: MEMBERSHIP, allows: REFUSED },
		async reach(page) {
			await refuse(page, checkout, checkout.errors.away)
			await page.getByRole('checkbox').check()
			await press(page, 'Pay by card', checkout.errors.away[1])
		},
	},
	{
		...{ name: 'dues-membership-bad-coupon', as: 'waiting', path: MEMBERSHIP, allows: REFUSED },
		async reach(page) {
			await page.getByRole('textbox', { name: 'Coupon' }).fill('winter')
			await page.getByRole('checkbox').check()
			await press(page, 'Pay by card', checkout.errors.coupon[1])
		},
	},
	{ name: 'dues-membership-confirming', as: 'waiting', path: `${MEMBERSHIP}?payment=done` },
	{ name: 'dues-membership-left-payment', as: 'waiting', path: `${MEMBERSHIP}?payment=cancelled` },
	{
		...{ name: 'dues-membership-not-loaded', as: 'waiting', path: `${MEMBERSHIP}?payment=done`, allows: REFUSED },
		prepare: (page) => answer(page, getMembership, { status: 503, body: 'The service is busy.' }),
		reach: (page) => expect(page.getByText('Your membership could not be loaded')).toBeVisible(),
	},
	{ name: 'dues-home-lapsed', as: 'lapsed', path: '/', sleeps: true },
	{ name: 'dues-courses-lapsed', as: 'lapsed', path: '/courses' },
	{ name: 'dues-cle-lapsed', as: 'lapsed', path: '/cle' },
	{ name: 'dues-account-lapsed', as: 'lapsed', path: '/account' },
	{
		...{ name: 'dues-course-lapsed', as: 'lapsed', path: '/courses' },
		async reach(page) {
			await page.getByRole('tab', { name: 'All Courses' }).click()
			await page.getByRole('main').getByRole('link', { name: 'View Course' }).first().click()
			await expect(page.getByRole('link', { name: 'Renew your membership' }).first()).toBeVisible()
		},
	},
]

const visitorScreens: readonly DuesScreen[] = [
	{ name: 'dues-front', as: 'visitor', path: '/', sleeps: true },
	{
		...{ name: 'dues-course-of-visitors', as: 'visitor', path: '/courses' },
		async reach(page) {
			await page.getByRole('main').getByRole('link', { name: 'View Course' }).first().click()
			await expect(page.getByRole('region', { name: 'What is inside' })).toBeVisible()
		},
	},
	{ name: 'dues-apply', as: 'visitor', path: '/apply' },
]

const PLANS = '/admin/dues/plans'
const memberPage = (member: DuesMember) => (club: FilledClub) => `/admin/users/${club.ids[member]}?tab=dues`
const onMember = (
	name: string,
	member: DuesMember,
	reach?: (page: Page) => Promise<unknown>,
	overrides: Partial<DuesScreen> = {},
): DuesScreen => ({
	...{ name: `dues-member-${name}`, as: 'admin', path: memberPage(member) },
	async reach(page) {
		await expect(page.getByRole('region', { name: 'Membership' })).toBeVisible()
		await reach?.(page)
	},
	...overrides,
})
const overlay = { windowOnly: true } as const

const adminScreens: readonly DuesScreen[] = [
	...['due', 'late', 'lapsing', 'lapsed', 'complimentary', 'paused'].map(
		(tab): DuesScreen => ({ name: `dues-list-${tab}`, as: 'admin', path: `/admin/dues?tab=${tab}` }),
	),
	{
		...{ name: 'dues-list-not-loaded', as: 'admin', path: '/admin/dues', allows: REFUSED },
		async reach(page) {
			await answer(page, listDues, { status: 503, body: 'The service is busy. Please try again in a moment.' })
			await page.getByRole('tab', { name: /^Late/ }).click()
			await expect(page.getByText('The members could not be loaded')).toBeVisible()
		},
	},
	{
		...{ name: 'dues-list-record-payment', as: 'admin', path: '/admin/dues?tab=late', ...overlay },
		reach: dialog(/^Record payment/),
	},
	onMember('paid', 'active'),
	onMember('none', 'none'),
	onMember('paused', 'paused'),
	onMember('card', 'card'),
	onMember('record-payment', 'active', dialog('Record payment'), overlay),
	onMember(
		'record-payment-wrong',
		'active',
		dialog('Record payment', async (page) => {
			await fill(page, { Amount: 'many', 'Day of the payment': '' })
			await inDialog(page, 'Record payment').click()
			await expect(page.getByText('Enter an amount such as 49.00')).toBeVisible()
		}),
		overlay,
	),
	onMember(
		'record-payment-paid',
		'active',
		dialog('Record payment', async (page) => {
			await refuse(page, recordPayment, recordPayment.errors.paid)
			await inDialog(page, 'Record payment').click()
			await says(page, recordPayment.errors.paid[1])
		}),
		{ ...overlay, allows: REFUSED },
	),
	onMember('set-plan', 'active', dialog('Set plan'), overlay),
	onMember('complimentary', 'active', dialog('Complimentary'), overlay),
	onMember(
		'complimentary-past',
		'active',
		dialog('Complimentary', async (page) => {
			await refuse(page, setComplimentary, setComplimentary.errors.past)
			await fill(page, { Reason: 'Teaches a course' })
			await inDialog(page, 'Save').click()
			await says(page, setComplimentary.errors.past[1])
		}),
		{ ...overlay, allows: REFUSED },
	),
	onMember('pause', 'active', dialog('Pause'), overlay),
	onMember('resume', 'paused', dialog('Resume'), overlay),
	onMember('extend', 'active', dialog('Extend'), overlay),
	onMember('reverse', 'active', dialog(/^Reverse payment/), overlay),
	onMember('void', 'active', dialog(/^Void/), overlay),
	{ name: 'dues-plans', as: 'admin', path: PLANS },
	{ name: 'dues-plan-new', as: 'admin', path: PLANS, ...overlay, reach: dialog('Add plan') },
	{ name: 'dues-plan-edit', as: 'admin', path: PLANS, ...overlay, reach: dialog('Edit Yearly') },
	{
		...{ name: 'dues-plan-menu', as: 'admin', path: PLANS, ...overlay },
		async reach(page) {
			await button(page, 'More for Yearly').click()
			await expect(page.getByRole('menuitem', { name: 'Archive' })).toBeVisible()
		},
	},
	{
		...{ name: 'dues-plan-delete-refused', as: 'admin', path: PLANS, ...overlay, allows: REFUSED },
		async reach(page) {
			await button(page, 'More for Yearly').click()
			await page.getByRole('menuitem', { name: 'Delete' }).click()
			await inDialog(page, 'Delete').click()
			await says(page, deletePlan.errors.used[1])
		},
	},
	{ name: 'dues-coupon-new', as: 'admin', path: PLANS, ...overlay, reach: dialog('Add coupon') },
	{ name: 'dues-coupon-end', as: 'admin', path: PLANS, ...overlay, reach: dialog(/^End/) },
	{ name: 'dues-settings', as: 'admin', path: '/admin/settings/dues' },
	{ name: 'dues-users', as: 'admin', path: '/admin/users?search=dues' },
	{ name: 'dues-users-late', as: 'admin', path: '/admin/users?standing=grace' },
	{ name: 'dues-dashboard', as: 'admin', path: '/admin' },
]

/** The month after next: a club year that begins then always leaves a partial year before it. */
const YEAR_START = String(((new Date().getUTCMonth() + 2) % 12) + 1)

/** Must be the last screen, because its settings change the whole club. */
const yearScreen: DuesScreen = {
	...membershipOf('waiting', 'Your membership begins with your first payment'),
	name: 'dues-membership-club-year',
	settings: { duesYearStart: YEAR_START },
}

export const duesScreens: readonly DuesScreen[] = [...visitorScreens, ...memberScreens, ...adminScreens, yearScreen]
