import type { Page } from 'playwright/test'
import { type Session, updateSession, updateTopic } from '#src/features/coaching/contract.ts'
import { type Course, updateCourse } from '#src/features/courses/contract.ts'
import { type CourseModule, updateModule } from '#src/features/modules/contract.ts'
import { type AdminJournalEntry, giveFeedback } from '#src/features/modules/journal-contract.ts'
import { type Category, updateCategory } from '#src/features/questions/category-contract.ts'
import type { QuestionComment } from '#src/features/questions/contract.ts'
import { type Settings, updateSettings } from '#src/features/settings/contract.ts'
import { type User, updateUser } from '#src/features/users/contract.ts'
import { awake, expect } from '../support/fixtures.ts'
import { chooseInMenu } from '../support/row-menu.ts'
import { saveMeanwhile } from '../support/screens/answers.ts'
import type { Screen } from '../support/screens/screen.ts'
import { button, field } from '../support/screens/steps.ts'
import { send } from '../support/send.ts'

// A conflicting save, shown next to the form: one screen for each kind of form.

const get = async <T>(page: Page, path: string) => (await (await page.request.get(path)).json()) as T

const notice = (page: Page) => page.getByRole('region', { name: /has changed/ })

/** Saves and waits for the conflict. */
async function collide(page: Page, save: string): Promise<void> {
	await button(page, save).click()
	await expect(notice(page)).toBeFocused()
}

const common = { as: 'admin', windowOnly: true, allows: /status of 409/ } as const

const admins: readonly Screen[] = [
	{
		...common,
		name: 'conflict-course',
		path: '/admin/courses',
		async reach(page) {
			const [course] = await get<Course[]>(page, '/api/courses')
			await saveMeanwhile(page, updateCourse, {
				...course,
				title: 'Client intake, from the first call to the signed letter',
				description: 'How to say yes to the right people, and no to the others, before it costs you a month.',
				difficulty: 'advanced',
				isPublished: false,
			})
			await page.getByRole('button', { name: /^Edit/ }).first().click()
			await field(page, 'Title').fill('Client intake without regrets')
			await collide(page, 'Save Course')
		},
	},
	{
		...common,
		name: 'conflict-course-same',
		path: '/admin/courses',
		async reach(page) {
			const [course] = await get<Course[]>(page, '/api/courses')
			await saveMeanwhile(page, updateCourse, { ...course, title: 'Client intake without regrets' })
			await page.getByRole('button', { name: /^Edit/ }).first().click()
			await field(page, 'Title').fill('Client intake without regrets')
			await collide(page, 'Save Course')
		},
	},
	{
		name: 'conflict-settings',
		as: 'admin',
		path: '/admin/settings',
		allows: /status of 409/,
		async reach(page) {
			const settings = await get<Settings>(page, '/api/admin/settings')
			await saveMeanwhile(page, updateSettings, {
				...settings,
				tagline: 'Two chairs, one table',
				hostName: 'Ada Bright',
			})
			await field(page, 'Tagline').fill('Never alone in court')
			await collide(page, 'Save settings')
		},
	},
	{
		name: 'conflict-module',
		as: 'admin',
		path: '/admin/courses/005-client-intake/modules',
		allows: /status of 409/,
		async reach(page) {
			const modules = await get<CourseModule[]>(page, '/api/courses/005-client-intake/modules')
			const quiz = modules.find(({ type }) => type === 'quiz') as CourseModule
			const data = JSON.parse(quiz.additionalContent) as { questions: Array<{ question: string }> }
			const questions = data.questions.map((one, index) =>
				index === 1 ? { ...one, question: 'Somebody calls for the third time today. What now?' } : one,
			)
			await saveMeanwhile(page, updateModule, {
				...quiz,
				title: 'Red flags, and what to do about them',
				content: `${quiz.content}<p>Take your time: <strong>nobody</strong> counts the minutes.</p>`,
				additionalContent: JSON.stringify({ ...data, questions }),
			})
			await page.locator('.author-pick').filter({ hasText: quiz.title }).click()
			await page.getByRole('button', { name: /^Edit/ }).click()
			await field(page, 'Title').fill('Red flags')
			await page.getByLabel('Question', { exact: true }).first().fill('Which of these is a red flag?')
			await collide(page, 'Save Module')
		},
	},
	{
		...common,
		name: 'conflict-own-account',
		path: '/admin/users',
		async reach(page) {
			const me = await get<{ id: string }>(page, '/api/user')
			const users = await get<User[]>(page, '/api/admin/users?role=admin')
			const own = users.find(({ id }) => id === me.id) as User
			await saveMeanwhile(page, updateUser, { ...own, name: 'Ruth Adeyemi-Cole' })
			await button(page, `Edit ${own.name}`).first().click()
			await field(page, 'Email').fill('ruth.adeyemi@example.com')
			await collide(page, 'Save Changes')
		},
	},
	{
		...common,
		name: 'conflict-session',
		path: '/admin/coaching',
		async reach(page) {
			const sessions = await get<Session[]>(page, '/api/coaching/sessions')
			const session = sessions.find(({ scheduledAt }) => Date.parse(scheduledAt) > Date.now()) as Session
			const later = new Date(Date.parse(session.scheduledAt) + 2 * 3600_000).toISOString()
			await saveMeanwhile(page, updateSession, {
				...session,
				title: 'Asking for a retainer, and getting it',
				scheduledAt: later,
				timeZone: 'America/New_York',
				description: null,
				zoomLink: 'https://example.zoom.us/j/98765432101?pwd=a-very-long-part-that-nobody-can-remember-without-a-copy',
			})
			await button(page, `Edit ${session.title}`).click()
			await field(page, 'Title').fill('Asking for a retainer')
			await field(page, 'Date and time').fill('2031-03-04T09:30')
			await collide(page, 'Save Session')
		},
	},
	{
		...common,
		name: 'conflict-category',
		path: '/admin/categories',
		async reach(page) {
			const categories = await get<Category[]>(page, '/api/questions/categories')
			const category = categories.find(({ name }) => name === 'Family Law')
			await saveMeanwhile(page, updateCategory, { ...category, name: 'Family and Children', parentCategoryId: null })
			await chooseInMenu(page, 'Family Law', 'Edit')
			await field(page, 'Name').fill('Families')
			await collide(page, 'Save Category')
		},
	},
	{
		...common,
		name: 'conflict-account',
		path: '/admin/users',
		async reach(page) {
			const [user] = await get<User[]>(page, '/api/admin/users?role=user')
			await saveMeanwhile(page, updateUser, { ...user, status: 'inactive', email: 'another@example.com' })
			await button(page, `Edit ${user?.name}`).first().click()
			await field(page, 'Name').fill('Dana Whitfield-Hale')
			await collide(page, 'Save Changes')
		},
	},
]

const LONG =
	'I have asked three colleagues, and got four answers.\n\nTwo of them write everything into the first letter, one says it on the phone, and one does not say it at all and hopes. What do you do, and has it ever come back to you?\n\nI ask because a client of ten years was surprised by a bill last week, although the letter said so, and although I had told her. It was the third time this year, and I begin to think that it is not the clients who are wrong.'

/** Opens a question and a comment of the signed-in member for editing. */
async function openOwn(page: Page): Promise<{ id: string; comment: QuestionComment; categories: Category[] }> {
	const categories = await get<Category[]>(page, '/api/questions/categories')
	const categoryId = categories.find(({ slug }) => slug === 'technology')?.id
	const asked = { title: 'How do you tell a client that fees go up?', body: LONG, categoryId }
	const { id } = await send<{ id: string }>(page, 'POST', '/api/questions', asked)
	const comment = await send<QuestionComment>(page, 'POST', `/api/questions/${id}/comments`, { body: 'In a letter.' })
	await page.goto(`/questions/${id}`)
	await awake(page)
	return { id, comment, categories }
}

const posts: readonly Screen[] = [
	{
		name: 'conflict-topic',
		as: 'member',
		path: '/coaching',
		windowOnly: true,
		allows: /status of 409/,
		async prepare(page) {
			const sessions = await get<Session[]>(page, '/api/coaching/sessions')
			const session = sessions.find((each) => Date.parse(each.scheduledAt) > Date.now()) as Session
			const topic = 'What to charge a friend of a friend'
			if (session.ownTopic === null) await send(page, 'POST', `/api/coaching/sessions/${session.id}/topics`, { topic })
		},
		async reach(page) {
			const topic = 'What to charge a friend of a friend, who will tell all the others'
			await saveMeanwhile(page, updateTopic, { id: 't', topic, user: { name: 'Marcus' }, isEdited: true })
			await page
				.getByRole('button', { name: /^Change your topic/ })
				.first()
				.click()
			await field(page, 'Topic').fill('What to charge a friend, and how to say it')
			await collide(page, 'Save Topic')
		},
	},
	{
		name: 'conflict-question',
		as: 'member',
		path: '/questions',
		allows: /status of 409/,
		async reach(page) {
			const { id, categories } = await openOwn(page)
			await button(page, 'Edit').first().click()
			await field(page, 'Title').fill('How do you tell a client that your fees go up?')
			const categoryId = categories.find(({ slug }) => slug === 'ethics')?.id
			const title = 'How do you tell clients of ten years that fees go up?'
			await send(page, 'PATCH', `/api/questions/${id}`, { title, body: `${LONG}\n\nThank you.`, categoryId })
			await collide(page, 'Save Changes')
		},
	},
	{
		name: 'conflict-comment',
		as: 'member',
		path: '/questions',
		allows: /status of 409/,
		async reach(page) {
			const { id, comment } = await openOwn(page)
			await button(page, 'Edit').last().click()
			await field(page, 'Edit your comment').fill('In a letter, and on the phone.')
			await send(page, 'PATCH', `/api/questions/${id}/comments/${comment.id}`, { body: LONG })
			await collide(page, 'Save')
		},
	},
	{
		name: 'conflict-feedback',
		as: 'admin',
		path: '/admin/journal',
		allows: /status of 409/,
		async reach(page) {
			const [entry] = await get<AdminJournalEntry[]>(page, '/api/admin/journal-entries')
			await saveMeanwhile(page, giveFeedback, {
				...entry,
				content: `${entry?.content}\n\nI slept on it, and would now do the opposite.`,
				instructorFeedback: 'Do both, and write down which one worked.',
			})
			await page
				.getByRole('textbox', { name: /^Your feedback to/ })
				.first()
				.fill('Do the first one.')
			await button(page, 'Save Feedback').first().click()
			await expect(notice(page)).toBeFocused()
		},
	},
]

export const conflictScreens: readonly Screen[] = [...admins, ...posts]
