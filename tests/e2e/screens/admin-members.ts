import type { Page } from 'playwright/test'
import { createUser, deleteUser, updateUser } from '#src/features/users/contract.ts'
import { createImport, listImports, type UserImport } from '#src/features/users/import-contract.ts'
import type { Member } from '#src/features/users/member-contract.ts'
import { awake, expect } from '../support/fixtures.ts'
import { answer, refuse } from '../support/screens/answers.ts'
import type { Screen } from '../support/screens/screen.ts'
import { button, dialog, field, fill, inDialog, REFUSED, says } from '../support/screens/steps.ts'

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
			// Admins cannot delete themselves.
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
	{ name: 'admin-users-add-people', as: 'admin', path: '/admin/users', windowOnly: true, reach: dialog('Add people') },
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
		prepare: (page) => refuse(page, deleteUser, deleteUser.errors.notAdmin),
		reach: dialog('Delete Marcus Oyelaran', async (page) => {
			await inDialog(page, 'Delete').click()
			await says(page, deleteUser.errors.notAdmin[1])
		}),
	},
]

/** Mocks this account state in responses about a member. */
const withState = (state: Partial<Member>) => async (page: Page) => {
	await page.route(/\/api\/admin\/users\/[^/]+$/, async (route) => {
		const reply = await route.fetch()
		await route.fulfill({ json: { ...(await reply.json()), ...state } })
	})
}

/** Returns a tab of the seed member's page. */
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
			await expect(page.getByText('Enter a reason')).toBeVisible()
		},
	},
	{
		name: 'admin-member-labels',
		...member(),
		windowOnly: true,
		async reach(page) {
			await member().reach(page)
			await dialog('Labels and plan')(page)
		},
	},
	{ name: 'admin-member-locked', ...member(), prepare: withState({ lockedUntil: '2026-11-28T18:00:00.000Z' }) },
	{ name: 'admin-member-reset', ...member(), prepare: withState({ factorResetAt: '2026-11-28T18:00:00.000Z' }) },
	{ name: 'admin-member-reset-waits', ...member(), prepare: withState({ factorResetWaits: true }) },
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

const checkList = async (page: Page, list: string) => {
	await field(page, 'Or paste the list').fill(list)
	await button(page, 'Check the list').click()
}

const PEOPLE = 'Name,Email,Firm\nImani Brooks,imani@screens.example.com,Brooks Law\nNo Address,,\n'
const list = (id: string, overrides: Partial<UserImport>): UserImport => ({
	...{ id, state: 'done', createdByName: 'Ruth Adeyemi', createdAt: '2026-11-20T09:00:00Z', rowCount: 412 },
	...{
		finishedAt: '2026-11-20T09:01:00Z',
		invited: 390,
		members: 14,
		faulty: 8,
		waiting: 0,
		come: 0,
		open: 0,
		due: 0,
		dueAt: null,
		mailsWait: false,
	},
	...{ mailsUntil: '2026-11-20T09:09:00Z', cancelledAt: null, cancelledByName: null },
	...overrides,
})
const LISTS = [
	list('a', { state: 'running', finishedAt: null, invited: 120, members: 4, faulty: 2, waiting: 286, mailsWait: true }),
	list('b', { come: 2, open: 388, due: 388 }),
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
			await checkList(page, PEOPLE)
			await button(page, 'Invite 1 person').click()
			await inDialog(page, 'Invite').click()
			await expect(page.getByText('Cancelled by Ruth Adeyemi')).toBeVisible()
			await expect(page.getByText('2 of 390 have joined')).toBeVisible()
		},
	},
	{
		name: 'admin-users-import-refused',
		as: 'admin',
		path: '/admin/users/import',
		allows: REFUSED,
		prepare: (page) => refuse(page, createImport, createImport.errors.nobody),
		async reach(page) {
			await checkList(page, PEOPLE)
			await button(page, 'Invite 1 person').click()
			await inDialog(page, 'Invite').click()
			await expect(page.getByText(/Nobody on this list can be invited/)).toBeVisible()
		},
	},
	{
		name: 'admin-users-invite-wrong',
		as: 'admin',
		path: '/admin/users',
		windowOnly: true,
		reach: dialog('Add people', async (page) => {
			await inDialog(page, 'Invite a member').click()
			await page.locator('dialog[open]').getByLabel('Email').fill('not an address')
			await page.locator('dialog[open]').getByRole('button', { name: 'Send invitation' }).click()
			await expect(page.locator('dialog[open]').locator('[aria-invalid="true"]').first()).toBeVisible()
		}),
	},
	{
		name: 'admin-users-import-confirm',
		as: 'admin',
		path: '/admin/users/import',
		windowOnly: true,
		async reach(page) {
			await checkList(page, PEOPLE)
			await dialog('Invite 1 person')(page)
		},
	},
	{
		name: 'admin-users-invitation-preview',
		as: 'admin',
		path: '/admin/users/import',
		windowOnly: true,
		async reach(page) {
			await field(page, 'Subject').fill('Our circle has moved')
			await field(page, 'First paragraph').fill('From Monday on we meet at Second Chair.')
			await dialog('Preview')(page)
		},
	},
	{
		name: 'admin-users-import-courses',
		as: 'admin',
		path: '/admin/users/import',
		async reach(page) {
			await checkList(page, PEOPLE)
			await page.getByText('Give them courses').click()
			await expect(page.getByRole('group', { name: /Everyone invited from this list/ })).toBeVisible()
		},
	},
	{ name: 'admin-users-import', as: 'admin', path: '/admin/users/import' },
	{
		name: 'admin-users-import-unreadable',
		as: 'admin',
		path: '/admin/users/import',
		allows: REFUSED,
		async reach(page) {
			await checkList(page, 'Name,Email')
			await expect(page.getByText(/This list is empty/)).toBeVisible()
		},
	},
	{
		name: 'admin-users-import-dry-run',
		as: 'admin',
		path: '/admin/users/import',
		async reach(page) {
			await checkList(page, 'Name,Email,Firm\nImani Brooks,imani@screens.example.com,Brooks Law\nNo Address,,\n')
			await expect(page.getByText('1 new, 0 already members, 1 with errors')).toBeVisible()
		},
	},
	{
		name: 'admin-users-invite',
		as: 'admin',
		path: '/admin/users',
		windowOnly: true,
		reach: dialog('Add people', (page) => inDialog(page, 'Invite a member').click()),
	},
]

export const adminMemberScreens: readonly Screen[] = [...userScreens, ...memberScreens, ...importScreens]
