import type { Page } from 'playwright/test'
import { decideApplication, listApplications } from '#src/features/applications/contract.ts'
import { getFirstSteps, sendProofMail, updateFirstSteps } from '#src/features/desk/contract.ts'
import { resendMail } from '#src/features/mail/contract.ts'
import { createMedia, listMedia, listMediaParts, type MediaItem, putMediaPart } from '#src/features/media/contract.ts'
import { sendTestMail } from '#src/features/settings/contract.ts'
import { createUser, deleteUser, updateUser } from '#src/features/users/contract.ts'
import { createImport, listImports, type UserImport } from '#src/features/users/import-contract.ts'
import { CSRF_HEADER } from '#src/lib/csrf.ts'
import { awake, expect } from '../support/fixtures.ts'
import { originOf } from '../support/send.ts'
import { answer, hold, refuse } from './answers.ts'
import type { Screen } from './screen.ts'
import { button, field, fill, press, REFUSED } from './steps.ts'

/** Opens a dialog by a button, waits for it, and does the rest. */
const dialog = (name: string | RegExp, then?: (page: Page) => Promise<unknown>) => async (page: Page) => {
	await button(page, name).first().click()
	await expect(page.locator('dialog[open]')).toBeVisible()
	await then?.(page)
}

const inDialog = (page: Page, name: string) => page.locator('dialog[open]').getByRole('button', { name, exact: true })

const says = (page: Page, sentence: string) =>
	expect(page.locator('dialog[open]').getByRole('alert').filter({ hasText: sentence })).toBeVisible()

const tab = (name: RegExp) => async (page: Page) => {
	await page.getByRole('tab', { name }).click()
	await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true')
}

const applicationScreens: readonly Screen[] = [
	{ name: 'admin-applications-pending', as: 'admin', path: '/admin/applications' },
	{ name: 'admin-applications-approved', as: 'admin', path: '/admin/applications', reach: tab(/^Approved/) },
	{ name: 'admin-applications-rejected', as: 'admin', path: '/admin/applications', reach: tab(/^Rejected/) },
	{
		name: 'admin-applications-decided-and-empty',
		as: 'admin',
		path: '/admin/applications',
		async prepare(page) {
			await answer(page, listApplications, { json: [] })
			await answer(page, decideApplication, { json: await decided(page) })
		},
		reach: dialog(/^Reject/, async (page) => {
			await inDialog(page, 'Reject').click()
			await expect(page.getByText('No pending applications at this time')).toBeVisible()
		}),
	},
	{
		name: 'admin-applications-details',
		as: 'admin',
		path: '/admin/applications',
		windowOnly: true,
		reach: dialog(/^Details/),
	},
	{
		name: 'admin-applications-details-decided',
		as: 'admin',
		path: '/admin/applications',
		windowOnly: true,
		async reach(page) {
			await tab(/^Approved/)(page)
			await dialog(/^Details/)(page)
		},
	},
	{
		name: 'admin-applications-approve',
		as: 'admin',
		path: '/admin/applications',
		windowOnly: true,
		reach: dialog(/^Approve/),
	},
	{
		name: 'admin-applications-reject',
		as: 'admin',
		path: '/admin/applications',
		windowOnly: true,
		reach: dialog(/^Reject/),
	},
	{
		name: 'admin-applications-decided-by-another',
		as: 'admin',
		path: '/admin/applications',
		windowOnly: true,
		allows: REFUSED,
		prepare: (page) => refuse(page, decideApplication, decideApplication.errors.decided),
		reach: dialog(/^Approve/, async (page) => {
			await inDialog(page, 'Approve').click()
			await says(page, decideApplication.errors.decided[1])
		}),
	},
]

/** The answer to a decision: one of the real applications, as the list has it. */
async function decided(page: Page): Promise<object> {
	const reply = await page.context().request.get('/api/admin/applications?limit=1')
	const [first] = (await reply.json()) as object[]
	return { ...first, applicationStatus: 'rejected', status: 'inactive' }
}

const newMember = { Name: 'Imani Brooks', Email: 'imani.screens@example.com', Password: 'a first password' }

const userScreens: readonly Screen[] = [
	{ name: 'admin-users', as: 'admin', path: '/admin/users' },
	{
		name: 'admin-users-search',
		as: 'admin',
		path: '/admin/users',
		async reach(page) {
			await field(page, 'Search').fill('ruth')
			await expect(page.getByRole('row')).toHaveCount(2)
			// One's own row: it cannot be deleted.
			await expect(button(page, 'Delete Ruth Adeyemi')).toBeDisabled()
		},
	},
	{
		name: 'admin-users-none-found',
		as: 'admin',
		path: '/admin/users',
		async reach(page) {
			await field(page, 'Search').fill('nobody of this name')
			await expect(page.getByText('No users found')).toBeVisible()
		},
	},
	{ name: 'admin-users-add', as: 'admin', path: '/admin/users', windowOnly: true, reach: dialog('Add New User') },
	{
		name: 'admin-users-add-all-errors',
		as: 'admin',
		path: '/admin/users',
		windowOnly: true,
		reach: dialog('Add New User', async (page) => {
			await inDialog(page, 'Add User').click()
			await expect(page.getByText('Password must be at least 6 characters')).toBeVisible()
		}),
	},
	{
		name: 'admin-users-add-address-taken',
		as: 'admin',
		path: '/admin/users',
		windowOnly: true,
		allows: REFUSED,
		prepare: (page) => refuse(page, createUser, createUser.errors.taken),
		reach: dialog('Add New User', async (page) => {
			await fill(page, newMember)
			await inDialog(page, 'Add User').click()
			await says(page, createUser.errors.taken[1])
		}),
	},
	{
		name: 'admin-users-edit',
		as: 'admin',
		path: '/admin/users',
		windowOnly: true,
		reach: dialog('Edit Marcus Oyelaran'),
	},
	{
		name: 'admin-users-edit-own',
		as: 'admin',
		path: '/admin/users',
		windowOnly: true,
		reach: dialog('Edit Ruth Adeyemi', (page) => expect(field(page, 'Role').last()).toBeDisabled()),
	},
	{
		name: 'admin-users-edit-errors',
		as: 'admin',
		path: '/admin/users',
		windowOnly: true,
		allows: REFUSED,
		prepare: (page) => refuse(page, updateUser, updateUser.errors.taken),
		reach: dialog('Edit Marcus Oyelaran', async (page) => {
			await inDialog(page, 'Save Changes').click()
			await says(page, updateUser.errors.taken[1])
			await fill(page, { Name: 'M', Email: 'no address' })
			await expect(page.getByText('Please enter a valid email')).toBeVisible()
		}),
	},
	{
		name: 'admin-users-delete',
		as: 'admin',
		path: '/admin/users',
		windowOnly: true,
		reach: dialog('Delete Marcus Oyelaran'),
	},
	{
		name: 'admin-users-delete-fails',
		as: 'admin',
		path: '/admin/users',
		windowOnly: true,
		allows: REFUSED,
		prepare: (page) => refuse(page, deleteUser, deleteUser.errors.unknown),
		reach: dialog('Delete Marcus Oyelaran', async (page) => {
			await inDialog(page, 'Delete').click()
			await says(page, deleteUser.errors.unknown[1])
		}),
	},
]

/** The page of the member of the demonstration, below their tab. */
const member = (tab = '') => ({
	as: 'admin' as const,
	path: '/admin/users',
	async reach(page: Page) {
		const reply = await page.request.get('/api/admin/users?search=marcus')
		const [{ id }] = (await reply.json()) as [{ id: string }]
		await page.goto(`/admin/users/${id}${tab && `?tab=${tab}`}`)
		await awake(page)
		await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
	},
})

const memberScreens: readonly Screen[] = [
	{ name: 'admin-member', ...member() },
	...['courses', 'journals', 'posts', 'coaching', 'history'].map((tab) => ({
		name: `admin-member-${tab}`,
		...member(tab),
	})),
	{ name: 'admin-member-unknown', as: 'admin', path: '/admin/users/nobody', allows: /404/, sleeps: true },
	{
		name: 'admin-member-deactivate',
		...member(),
		windowOnly: true,
		async reach(page) {
			await member().reach(page)
			await dialog('Deactivate', async () => inDialog(page, 'Deactivate').click())(page)
			await expect(page.getByText('Say why')).toBeVisible()
		},
	},
	{
		name: 'admin-users-several',
		as: 'admin',
		path: '/admin/users',
		async reach(page) {
			await page.getByLabel('Select Marcus Oyelaran').check()
			await expect(page.getByText('1 account selected')).toBeVisible()
		},
	},
]

const look = async (page: Page, list: string) => {
	await field(page, 'Or paste the list').fill(list)
	await button(page, 'Look at the list').click()
}

const PEOPLE = 'Name,Email,Firm\nImani Brooks,imani@screens.example.com,Brooks Law\nNo Address,,\n'
const list = (id: string, given: Partial<UserImport>): UserImport => ({
	...{ id, state: 'done', createdByName: 'Ruth Adeyemi', createdAt: '2026-11-20T09:00:00Z', rowCount: 412 },
	...{ finishedAt: '2026-11-20T09:01:00Z', invited: 390, members: 14, faulty: 8, waiting: 0, mailsWait: false },
	...{ mailsUntil: '2026-11-20T09:09:00Z', cancelledAt: null, cancelledByName: null },
	...given,
})
const LISTS = [
	list('a', { state: 'running', finishedAt: null, invited: 120, members: 4, faulty: 2, waiting: 286, mailsWait: true }),
	list('b', {}),
	list('c', { cancelledAt: '2026-11-18T10:00:00Z', cancelledByName: 'Ruth Adeyemi', invited: 200, waiting: 190 }),
]

const importScreens: readonly Screen[] = [
	{
		name: 'admin-users-import-lists',
		as: 'admin',
		path: '/admin/users/import',
		async prepare(page) {
			await answer(page, createImport, { status: 201, json: LISTS[0] })
			await answer(page, listImports, { json: LISTS, headers: { 'X-Total-Count': '3' } })
		},
		async reach(page) {
			await look(page, PEOPLE)
			await button(page, 'Invite 1 person').click()
			await expect(page.getByText('Cancelled by Ruth Adeyemi')).toBeVisible()
		},
	},
	{
		name: 'admin-users-import-refused',
		as: 'admin',
		path: '/admin/users/import',
		allows: REFUSED,
		prepare: (page) => refuse(page, createImport, createImport.errors.nobody),
		async reach(page) {
			await look(page, PEOPLE)
			await button(page, 'Invite 1 person').click()
			await expect(page.getByText(/Nobody in this list can be invited/)).toBeVisible()
		},
	},
	{
		name: 'admin-users-invite-wrong',
		as: 'admin',
		path: '/admin/users',
		windowOnly: true,
		reach: dialog('Invite a member', async (page) => {
			await page.locator('dialog[open]').getByLabel('Email').fill('not an address')
			await page.locator('dialog[open]').getByRole('button', { name: 'Send invitation' }).click()
			await expect(page.locator('dialog[open]').locator('[aria-invalid="true"]').first()).toBeVisible()
		}),
	},
	{ name: 'admin-users-import', as: 'admin', path: '/admin/users/import' },
	{
		name: 'admin-users-import-unreadable',
		as: 'admin',
		path: '/admin/users/import',
		allows: REFUSED,
		async reach(page) {
			await look(page, 'Name,Email')
			await expect(page.getByText(/There is nobody in this list/)).toBeVisible()
		},
	},
	{
		name: 'admin-users-import-dry-run',
		as: 'admin',
		path: '/admin/users/import',
		async reach(page) {
			await look(page, 'Name,Email,Firm\nImani Brooks,imani@screens.example.com,Brooks Law\nNo Address,,\n')
			await expect(page.getByText('1 new, 0 already members, 1 with a fault')).toBeVisible()
		},
	},
	{
		name: 'admin-users-invite',
		as: 'admin',
		path: '/admin/users',
		windowOnly: true,
		reach: dialog('Invite a member'),
	},
]

// Longer before the @ than any mail server takes: its first mail is given up at once.
const UNDELIVERABLE = 'the.office.of.the.managing.attorney.and.of.everybody.who.works.there@screens.example.com'

/** A mail that was given up, for real: the one to an account with an address that cannot be. */
async function giveUpAMail(page: Page): Promise<void> {
	const { request } = page.context()
	const { csrfToken } = await (await request.get('/api/csrf-token')).json()
	const added = await request.post('/api/admin/users', {
		data: { name: 'Avery Lindholm', email: UNDELIVERABLE, role: 'regular', password: 'a first password' },
		headers: { Origin: await originOf(page), [CSRF_HEADER]: csrfToken },
	})
	expect([201, 409]).toContain(added.status())
	const dead = async () => (await request.get('/api/admin/mail?state=dead')).text()
	await expect.poll(dead).toContain(UNDELIVERABLE)
}

const otherScreens: readonly Screen[] = [
	{ name: 'admin', as: 'admin', path: '/admin' },
	{ name: 'admin-needs-attention', as: 'admin', path: '/admin?arrived=an.old-link', prepare: giveUpAMail },
	{
		name: 'admin-proof-on-its-way',
		as: 'admin',
		path: '/admin',
		async prepare(page) {
			await answer(page, sendProofMail, { json: { to: 'admin@club.example' } })
		},
		reach: (page) => press(page, 'Send me the mail', /^It is on its way/),
	},
	{
		name: 'admin-proof-refused',
		as: 'admin',
		path: '/admin',
		allows: REFUSED,
		prepare: (page) => refuse(page, sendProofMail, sendProofMail.errors.noMail),
		reach: (page) => press(page, 'Send me the mail', `409: ${sendProofMail.errors.noMail[1]}`),
	},
	{
		name: 'admin-first-steps-hidden',
		as: 'admin',
		path: '/admin',
		async prepare(page) {
			const hidden = { isHidden: true, steps: [] }
			await answer(page, updateFirstSteps, { json: hidden })
			await answer(page, getFirstSteps, { json: hidden })
		},
		async reach(page) {
			await button(page, 'Hide').click()
			await expect(button(page, 'Show the first steps')).toBeVisible()
		},
	},
	{ name: 'admin-hosting', as: 'admin', path: '/admin/hosting' },
	{ name: 'admin-mail-given-up', as: 'admin', path: '/admin/mail', prepare: giveUpAMail },
	{
		name: 'admin-mail-not-sent-again',
		as: 'admin',
		path: '/admin/mail',
		allows: REFUSED,
		async prepare(page) {
			await giveUpAMail(page)
			await refuse(page, resendMail, resendMail.errors.unknown)
		},
		reach: (page) => press(page, `Send again to ${UNDELIVERABLE}`, `404: ${resendMail.errors.unknown[1]}`),
	},
	{ name: 'admin-audit', as: 'admin', path: '/admin/audit', prepare: giveUpAMail },
	{
		name: 'admin-audit-nothing-of-this-kind',
		as: 'admin',
		path: '/admin/audit',
		async prepare(page) {
			await page.route('**/api/admin/audit?*', (route) =>
				route.fulfill({ contentType: 'application/json', body: '[]' }),
			)
		},
		async reach(page) {
			await field(page, 'Action').selectOption('Course unpublished')
			await expect(page.getByText('No entries')).toBeVisible()
		},
	},
]

const frameScreens: readonly Screen[] = [
	{
		name: 'admin-found',
		as: 'admin',
		path: '/admin/audit',
		windowOnly: true,
		async reach(page) {
			await page.getByRole('combobox', { name: 'Find in the club' }).fill('tr')
			await expect(page.getByRole('group', { name: 'Courses' })).toBeVisible()
		},
	},
	{
		name: 'admin-nothing-found',
		as: 'admin',
		path: '/admin/audit',
		windowOnly: true,
		async reach(page) {
			await page.getByRole('combobox', { name: 'Find in the club' }).fill('nothing is called so')
			await expect(page.getByText('Nothing found for “nothing is called so”')).toBeVisible()
		},
	},
	{
		name: 'admin-sections',
		as: 'admin',
		path: '/admin/users',
		windowOnly: true,
		async reach(page) {
			// The drawer is of narrow windows; in a wide one its screen is that of the side bar.
			await page.setViewportSize({ width: 390, height: 900 })
			await page.getByRole('button', { name: /^Sections/ }).click()
			await expect(page.getByRole('dialog', { name: 'Admin sections' })).toBeVisible()
		},
	},
]

const settingsScreens: readonly Screen[] = [
	{ name: 'admin-settings', as: 'admin', path: '/admin/settings' },
	{
		name: 'admin-settings-wrong',
		as: 'admin',
		path: '/admin/settings',
		async reach(page) {
			await fill(page, { 'Colour of accents': '#e1b566', 'Address for answers': 'office' })
			await press(page, 'Save settings', /^This colour cannot be read on paper/)
		},
	},
	{
		name: 'admin-settings-tested',
		as: 'admin',
		path: '/admin/settings',
		async prepare(page) {
			await answer(page, sendTestMail, { json: { to: 'admin@club.example' } })
		},
		reach: (page) => press(page, 'Send a test mail to myself', /^It is on its way/),
	},
	{
		name: 'admin-settings-test-refused',
		as: 'admin',
		path: '/admin/settings',
		allows: REFUSED,
		prepare: (page) => refuse(page, sendTestMail, sendTestMail.errors.noMail),
		reach: (page) => press(page, 'Send a test mail to myself', /^Mail is not set up/),
	},
]

const file = (more: Partial<MediaItem>): MediaItem => ({
	...{ id: '01m82xhds4kn5y4tvaby', name: 'Portrait of the host.jpg', kind: 'image', bytes: 412_000 },
	...{ url: '/favicon.svg', thumbnail: '/favicon.svg', width: 1_920, height: 1_280, seconds: null },
	...{ isPublic: true, isReady: true, createdAt: '2026-10-01T09:00:00.000Z', createdBy: 'Ruth Adeyemi' },
	...{ uses: [{ type: 'settings', title: 'Settings of the club', href: '/admin/settings' }], goesAt: null },
	...more,
})
const unused = { uses: [], goesAt: '2026-11-30T09:00:00.000Z' }
const noPicture = { url: '/robots.txt', thumbnail: '', width: null, height: null }

const files: MediaItem[] = [
	file({}),
	file({
		...{ id: '2', name: 'Fee-agreement-for-hourly-work-with-a-retainer-2026-final.pdf', kind: 'pdf', isPublic: false },
		...noPicture,
		uses: [{ type: 'module', title: 'Writing the engagement letter', href: '/admin/courses/5/modules' }],
	}),
	file({
		...noPicture,
		...unused,
		id: '3',
		name: 'Intake in ten minutes.mp4',
		kind: 'video',
		seconds: 642,
		bytes: 2.1e9,
	}),
	file({ ...noPicture, ...unused, id: '4', name: 'Talk in March.mp4', kind: 'video', isReady: false, bytes: 3.4e9 }),
]
/** Other files than the server first showed. */
const showFiles = async (page: Page) => {
	await page.getByLabel('Kind', { exact: true }).selectOption('image')
	await expect(page.getByText('Talk in March.mp4')).toBeVisible()
}

const mediaScreens: readonly Screen[] = [
	{ name: 'admin-media', as: 'admin', path: '/admin/media' },
	{
		name: 'admin-media-files',
		as: 'admin',
		path: '/admin/media',
		prepare: (page) => answer(page, listMedia, { json: files }),
		reach: showFiles,
	},
	{
		name: 'admin-media-delete-in-use',
		as: 'admin',
		path: '/admin/media',
		windowOnly: true,
		prepare: (page) => answer(page, listMedia, { json: files }),
		async reach(page) {
			await showFiles(page)
			await button(page, 'More for Portrait of the host.jpg').click()
			await page.getByRole('menuitem', { name: 'Delete' }).click()
			await expect(page.getByRole('alertdialog')).toContainText('is used in what is named below')
		},
	},
	{
		name: 'admin-media-uploading',
		as: 'admin',
		path: '/admin/media',
		async prepare(page) {
			await answer(page, createMedia, { status: 201, json: { id: 'u', partSize: 500, parts: 4 } })
			await answer(page, listMediaParts, {
				json: { partSize: 500, parts: 4, size: 2_000, there: [1, 2], isReady: false },
			})
			await hold(page, putMediaPart)
		},
		async reach(page) {
			const buffer = Buffer.alloc(2_000)
			await page.locator('input[data-upload]').setInputFiles({ name: 'Talk.mp4', mimeType: 'video/mp4', buffer })
			await expect(page.getByText('50% of 2 kB')).toBeVisible()
		},
	},
	{
		name: 'admin-media-refused',
		as: 'admin',
		path: '/admin/media',
		allows: REFUSED,
		prepare: (page) => refuse(page, createMedia, createMedia.errors.quota),
		async reach(page) {
			const buffer = Buffer.alloc(10)
			await page.locator('input[data-upload]').setInputFiles({ name: 'a.mp4', mimeType: 'video/mp4', buffer })
			await expect(page.getByRole('alert').filter({ hasText: 'storage is full' })).toBeVisible()
		},
	},
]

export const administrationScreens: readonly Screen[] = [
	...mediaScreens,
	...applicationScreens,
	...userScreens,
	...memberScreens,
	...importScreens,
	...otherScreens,
	...frameScreens,
	...settingsScreens,
]
