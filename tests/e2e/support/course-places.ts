import type { Page } from 'playwright/test'
import { test } from './fixtures.ts'
import { publishCourse } from './publish-course.ts'
import { send } from './send.ts'
import { PHONE } from './slow-line.ts'

// A course with four modules, for tests of where members stop and resume.

const paragraphs = Array.from(
	{ length: 40 },
	(_, number) =>
		`<p>Paragraph ${number + 1}. ${'What you promise on the telephone you keep in the letter. '.repeat(4)}</p>`,
)
const question = (number: number) => ({ question: `Number ${number}?`, options: ['No', 'Yes'], correctAnswer: 1 })
export const reading = {
	title: 'Reading',
	description: 'What to read before.',
	type: 'text',
	content: paragraphs.join(''),
}
const short = { ...reading, content: '<p>Read this with care, and twice.</p>' }
const watching = {
	...short,
	title: 'Watching',
	type: 'video',
	additionalContent: { videoUrl: '/videos/the-fifteen-minute-call.mp4', duration: '1:34' },
}
const asking = {
	...short,
	title: 'Asking',
	type: 'quiz',
	additionalContent: { questions: [question(1), question(2), question(3)] },
}
const closing = { ...short, title: 'Closing' }

export const module = (page: Page, title: string) => page.getByRole('article', { name: title, exact: true })
export const heading = (page: Page, title: string) => page.getByRole('heading', { level: 2, name: title, exact: true })
export const outline = (page: Page, title: string) =>
	page.getByRole('region', { name: 'Your Progress' }).getByRole('link', { name: title })
export const isOpen = async (page: Page, title: string) => module(page, title).getByRole('tabpanel').first().isVisible()

export let path = ''
export let courseId = ''

/** Publishes the course for each test on a phone and signs in as a member, who is not enrolled. */
export function setUpPlaces(): void {
	test.use({ viewport: PHONE })
	test.beforeEach(async ({ page, signInAs }) => {
		await signInAs('admin')
		courseId = await publishCourse(page, `Places ${Date.now()}`, [reading, watching, asking, closing])
		path = `/courses/${courseId}`
		await signInAs('member')
	})
	test.afterEach(async ({ context, signInAs }) => {
		for (const open of context.pages()) await open.close()
		await signInAs('admin')
		await send(await context.newPage(), 'DELETE', `/api/courses/${courseId}`)
	})
}

export const enroll = (page: Page) => send(page, 'POST', `/api/courses/${courseId}/enroll`)
