import { createSession, type Session } from '#src/features/coaching/contract.ts'
import { type Category, createCategory, updateCategory } from '#src/features/questions/category-contract.ts'
import { createUser, updateUser } from '#src/features/users/contract.ts'
import { inviteUser } from '#src/features/users/import-contract.ts'
import { createMemberNote, deactivateUser, updateMemberNote } from '#src/features/users/member-contract.ts'
import { button, PASSWORD } from '../applying.ts'
import { send } from '../send.ts'
import { dialog, go, make, makeMember, NEXT_YEAR, type Opens, remove, removeMembers } from './opens.ts'

/** Forms for people, sessions and questions. */
export const people: Record<string, Opens> = {
	async 'a new member'({ page, word }) {
		await go(page, '/admin/users')
		await button(page, 'Add New User').click()
		return {
			place: dialog(page),
			typed: { Name: `Odd ${word}`, Email: `odd.${word}@example.com`, Role: 'Admin', Password: PASSWORD },
			button: 'Add User',
			call: createUser,
			failed: 'Failed to add user',
			done: 'User added successfully',
			path: `/admin/users?search=${word}`,
			once: page.getByRole('row').filter({ hasText: `odd.${word}@example.com` }),
			undo: () => removeMembers(page, word),
		}
	},
	async 'an invitation'({ page, word }) {
		await go(page, '/admin/users')
		await button(page, 'Add people').click()
		await button(page, 'Invite a member').click()
		return {
			place: dialog(page),
			typed: { Name: `Even ${word}`, Email: `even.${word}@example.com` },
			button: 'Send invitation',
			call: inviteUser,
			done: `Even ${word} has been invited`,
			path: `/admin/users?search=${word}`,
			once: page.getByRole('row').filter({ hasText: `even.${word}@example.com` }),
			undo: () => removeMembers(page, word),
		}
	},
	async 'an account that is edited'({ page, word }) {
		await makeMember(page, word)
		await go(page, `/admin/users?search=${word}`)
		await button(page, `Edit Imani ${word}`).click()
		return {
			place: dialog(page),
			typed: { Name: `Imani B. ${word}`, Email: `brooks.${word}@example.com`, Role: 'Admin', Status: 'Inactive' },
			button: 'Save Changes',
			call: updateUser,
			failed: 'Failed to update user',
			done: 'User updated successfully',
			once: page.getByRole('row').filter({ hasText: word }),
			async again() {
				await button(page, `Edit Imani B. ${word}`).click()
				return dialog(page)
			},
			undo: () => removeMembers(page, word),
		}
	},
	async 'a note about a member'({ page, word }) {
		const { id } = await makeMember(page, word)
		await go(page, `/admin/users/${id}`)
		const place = page.getByRole('region', { name: 'Notes' })
		return {
			place,
			typed: { Note: 'Asked about the spring course,\nand about its price.' },
			button: 'Add note',
			call: createMemberNote,
			isIdempotent: true,
			done: 'Note added',
			once: place.getByRole('listitem').filter({ hasText: 'the spring course' }),
			undo: () => removeMembers(page, word),
		}
	},
	async 'a note that is edited'({ page, word }) {
		const { id } = await makeMember(page, word)
		await make(page, `/api/admin/users/${id}/notes`, { body: 'Asked once.' })
		await go(page, `/admin/users/${id}`)
		const notes = page.getByRole('region', { name: 'Notes' })
		await notes.getByRole('button', { name: 'Edit' }).click()
		return {
			place: dialog(page),
			typed: { Note: 'Asked twice.' },
			button: 'Save note',
			call: updateMemberNote,
			done: 'Note saved',
			once: notes.getByRole('listitem').filter({ hasText: 'Asked twice.' }),
			undo: () => removeMembers(page, word),
		}
	},
	async 'why an account is deactivated'({ page, word }) {
		const { id, name } = await makeMember(page, word)
		await go(page, `/admin/users/${id}`)
		await button(page, 'Deactivate').click()
		return {
			place: dialog(page),
			typed: { Reason: 'Moved abroad' },
			button: 'Deactivate',
			call: deactivateUser,
			done: `${name} is deactivated`,
			once: page.getByRole('listitem').filter({ hasText: 'Deactivated: Moved abroad' }),
			undo: () => removeMembers(page, word),
		}
	},
	async 'a coaching session'({ page, word }) {
		await go(page, '/admin/coaching')
		await button(page, 'Create Session').click()
		const title = `Session ${word}`
		return {
			place: dialog(page),
			typed: {
				Title: title,
				'Description (optional)': 'Short questions only.',
				'Date and time': `${NEXT_YEAR}-05-04T14:00`,
				Length: '90 minutes',
				'Time zone': 'America/Phoenix',
				'Zoom link': 'https://zoom.example/j/42',
			},
			button: 'Create Session',
			call: createSession,
			isIdempotent: true,
			failed: 'Failed to create session',
			done: 'Session created',
			once: page.getByRole('row').filter({ hasText: title }),
			async again() {
				await button(page, `Edit ${title}`).click()
				return dialog(page)
			},
			async undo() {
				const all = await send<Session[]>(page, 'GET', '/api/coaching/sessions')
				for (const { id } of all.filter((one) => one.title === title))
					await remove(page, `/api/coaching/sessions/${id}`)
			},
		}
	},
	async 'a category'({ page, word }) {
		const parent = await make(page, '/api/admin/question-categories', { name: `Above ${word}`, parentCategoryId: null })
		await go(page, '/admin/categories')
		await button(page, 'Add Category').click()
		const name = `Below ${word}`
		return {
			place: dialog(page),
			typed: { Name: name, 'Parent category': `Above ${word}` },
			button: 'Save Category',
			call: createCategory,
			done: 'Category created',
			once: page.getByRole('row').filter({ hasText: name }),
			async again() {
				await button(page, name).click()
				return dialog(page)
			},
			async undo() {
				const all = await send<Category[]>(page, 'GET', '/api/questions/categories')
				for (const { id } of all.filter((one) => one.name === name))
					await remove(page, `/api/admin/question-categories/${id}`)
				await remove(page, `/api/admin/question-categories/${parent.id}`)
			},
		}
	},
	async 'a category that is renamed'({ page, word }) {
		const { id } = await make(page, '/api/admin/question-categories', { name: `Old ${word}`, parentCategoryId: null })
		await go(page, '/admin/categories')
		await button(page, `Old ${word}`).click()
		return {
			place: dialog(page),
			typed: { Name: `New ${word}` },
			button: 'Save Category',
			call: updateCategory,
			done: 'Category updated',
			once: page.getByRole('row').filter({ hasText: `New ${word}` }),
			undo: () => remove(page, `/api/admin/question-categories/${id}`),
		}
	},
}
