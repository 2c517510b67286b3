import type { Page } from 'playwright/test'
import { createCourse, updateCourse } from '#src/features/courses/contract.ts'
import { createModule, updateModule } from '#src/features/modules/contract.ts'
import { createDraft } from '#src/features/modules/draft-contract.ts'
import { giveFeedback } from '#src/features/modules/journal-contract.ts'
import { button, field } from '../applying.ts'
import { publishCourse } from '../publish-course.ts'
import { send } from '../send.ts'
import { dialog, form, go, make, makeCourse, NEXT_YEAR, type Opens, removeCourses, TEXT } from './opens.ts'

/** An external cover picture; `localhost` sends nothing to the network. */
const COVER = 'https://localhost/cover.svg'
const drawCover = (page: Page) =>
	page.route(COVER, (route) =>
		route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
	)

/** Forms for courses and their contents. */
export const courses: Record<string, Opens> = {
	async 'a new course'({ page, word }) {
		await drawCover(page)
		await go(page, '/admin/courses')
		await button(page, 'Add Course').click()
		return {
			place: dialog(page),
			typed: {
				Title: `Course ${word}`,
				Description: 'How to say no, and when.',
				'Image URL (optional)': COVER,
				Difficulty: 'Advanced',
			},
			button: 'Create Course',
			call: createCourse,
			isIdempotent: true,
			failed: 'Failed to create course',
			done: 'Course created',
			path: '/admin/courses',
			once: page.getByRole('heading', { level: 2, name: `Course ${word}` }),
			undo: () => removeCourses(page, word),
		}
	},
	async 'the details of a course'({ page, word }) {
		const { id } = await makeCourse(page, word)
		await drawCover(page)
		await go(page, `/admin/courses/${id}/details`)
		return {
			place: form(page, 'Details'),
			typed: {
				Title: `Renamed ${word}`,
				Description: 'How to say yes, and when.',
				'Image URL (optional)': COVER,
				Difficulty: 'Intermediate',
			},
			button: 'Save Course',
			call: updateCourse,
			failed: 'Failed to update course',
			done: 'Course updated',
			again: async () => form(page, 'Details'),
			undo: () => removeCourses(page, word),
		}
	},
	async 'the readers and the schedule of a course'({ page, word }) {
		const { id } = await makeCourse(page, word)
		await go(page, `/admin/courses/${id}/settings`)
		return {
			place: form(page, 'Access and schedule'),
			typed: {
				Access: 'Members',
				'Publish on (optional)': `${NEXT_YEAR}-05-01T09:00`,
				'Unpublish on (optional)': `${NEXT_YEAR}-06-01T09:30`,
			},
			button: 'Save Settings',
			call: updateCourse,
			failed: 'Failed to update course',
			done: 'Course updated',
			again: async () => form(page, 'Access and schedule'),
			undo: () => removeCourses(page, word),
		}
	},
	async 'a new quiz with its answers'({ page, word }) {
		const { id } = await makeCourse(page, word)
		await go(page, `/admin/courses/${id}/modules`)
		await button(page, 'Add Module').first().click()
		const place = form(page, 'New module')
		await field(page, 'Type').selectOption('Quiz')
		await place.getByRole('button', { name: 'Add a question' }).click()
		return {
			place,
			typed: {
				Title: `Quiz ${word}`,
				Description: 'Two duties, asked.',
				Type: 'Quiz',
				Content: 'Take your time.',
				'Passing score in percent': '75',
				Question: 'Who holds the money of a client?',
				'Answer 1 of question 1': 'Whoever is nearest',
				'Answer 2 of question 1': 'A trust account',
				'Answer 2 of question 1 is right': 'ticked',
				'Why (optional)': 'It is not yours until it is earned.',
				'Read it again (optional)': 'take your time',
			},
			button: 'Create Module',
			call: createModule,
			isIdempotent: true,
			failed: 'Failed to create module',
			done: 'Module created',
			once: page.locator('.author-pick').filter({ hasText: `Quiz ${word}` }),
			async again() {
				await button(page, `Edit Quiz ${word}`).click()
				return form(page, 'Edit module')
			},
			undo: () => removeCourses(page, word),
		}
	},
	async 'a module that is there already'({ page, word }) {
		const { id } = await makeCourse(page, word)
		await make(page, `/api/courses/${id}/modules`, { ...TEXT, title: `Module ${word}` })
		await go(page, `/admin/courses/${id}/modules`)
		await button(page, `Edit Module ${word}`).click()
		return {
			place: form(page, 'Edit module'),
			typed: { Title: `Better ${word}`, Description: 'In other words.', Content: 'Read this twice.' },
			button: 'Save Module',
			call: updateModule,
			failed: 'Failed to update module',
			done: 'Module updated',
			once: page.locator('.author-pick'),
			async again() {
				await button(page, `Edit Better ${word}`).click()
				return form(page, 'Edit module')
			},
			undo: () => removeCourses(page, word),
		}
	},
	async 'a new module that is kept as a draft'({ page, word }) {
		const id = await publishCourse(page, `Course ${word}`, [{ ...TEXT, title: 'The first one' }])
		await go(page, `/admin/courses/${id}/modules`)
		await button(page, 'Add Module').first().click()
		return {
			place: form(page, 'New module'),
			typed: { Title: `Draft ${word}`, Description: 'Not finished.', Content: 'Only begun.' },
			button: 'Keep as draft',
			call: createDraft,
			isIdempotent: true,
			done: 'Draft saved',
			once: page.locator('.author-pick').filter({ hasText: `Draft ${word}` }),
			undo: () => removeCourses(page, word),
		}
	},
	async 'when a module opens'({ page, word }) {
		const { id } = await makeCourse(page, word)
		await make(page, `/api/courses/${id}/modules`, { ...TEXT, title: `Module ${word}` })
		await go(page, `/admin/courses/${id}/modules`)
		await button(page, `Change when Module ${word} opens`).click()
		return {
			place: dialog(page),
			typed: { Opens: 'Some days after a member enrolls', 'Days after enrollment': '9' },
			button: 'Save',
			call: updateModule,
			failed: 'Failed to update module',
			done: 'Module updated',
			once: page.getByText('Opens 9 days after a member enrolls', { exact: true }),
			undo: () => removeCourses(page, word),
		}
	},
	async 'the feedback to a journal'({ page, word, signInAs }) {
		const journal = { type: 'journal', additionalContent: { prompt: 'What will you change?' } }
		const id = await publishCourse(page, `Course ${word}`, [{ ...TEXT, ...journal, title: 'Writing' }])
		await signInAs('member')
		await send(page, 'POST', `/api/courses/${id}/enroll`)
		const [module] = await send<Array<{ id: string }>>(page, 'GET', `/api/courses/${id}/modules`)
		await send(page, 'POST', `/api/modules/${module?.id}/journal`, { content: 'My fees.' })
		await signInAs('admin')
		await go(page, `/admin/courses/${id}/journal?show=all`)
		return {
			place: page.getByRole('article', { name: /, Writing$/ }),
			typed: { 'Your feedback to Marcus Oyelaran': `Raise them at once. ${word}` },
			button: 'Save Feedback',
			call: giveFeedback,
			done: 'Feedback saved',
			again: async () => page.getByRole('article', { name: /, Writing$/ }),
			undo: () => removeCourses(page, word),
		}
	},
}
