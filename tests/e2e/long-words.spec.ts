import { type BrowserContext, chromium, type Page } from 'playwright/test'
import { CHROMIUM_FLAGS, findChromium } from '#tests/support/chromium.ts'
import { fillApplication, solveCaptcha } from './support/applying.ts'
import { inMinutes } from './support/coaching.ts'
import { expect, openSession, test } from './support/fixtures.ts'
import { send } from './support/send.ts'
import { startServer } from './support/server.ts'

// A word that is longer than a line breaks: on no screen does it make the whole page scroll sideways.

const WIDTHS = [320, 390, 1440]

/** A word of so many letters, that nothing can break but the style sheet; each begins as it is called. */
const word = (name: string, length = 200) => name.padEnd(length, 'W')

interface Made {
	course: string
	draft: string
	question: string
}

/** A club in which all that people type is one long word. */
async function fill(admin: Page, member: Page): Promise<Made> {
	await send(admin, 'PUT', '/api/user/profile', { name: word('Admin', 100), username: 'a'.repeat(30) })
	await send(member, 'PUT', '/api/user/profile', { name: word('Member', 100), username: 'm'.repeat(30) })
	await send(admin, 'POST', '/api/admin/users', {
		...{ name: word('Added', 100), email: `${'e'.repeat(60)}@${`${'d'.repeat(60)}.`.repeat(3)}com` },
		...{ role: 'regular', password: 'oak table by the window' },
	})
	const parent = { name: word('Category', 60), parentCategoryId: null }
	const category = await send<{ id: string }>(admin, 'POST', '/api/admin/question-categories', parent)
	const course = { title: word('Course'), description: word('About', 400), isPublished: true }
	const { id } = await send<{ id: string }>(admin, 'POST', '/api/courses', course)
	const draft = await send<{ id: string }>(admin, 'POST', '/api/courses', { ...course, isPublished: false })
	const module = (type: string, additionalContent: object) =>
		send<{ id: string }>(admin, 'POST', `/api/courses/${id}/modules`, {
			...{ title: word(`Module-${type}`), description: word('What', 300), type, additionalContent },
			content: `<h3>${word('Heading')}</h3><p>${word('Text')}</p><table><tbody><tr><th>${word('Cell')}</th></tr></tbody></table>`,
		})
	const text = await module('text', {})
	const questions = [{ question: word('Asked'), options: [word('One', 150), word('Two', 150)], correctAnswer: 0 }]
	await module('quiz', { questions })
	const journal = await module('journal', { prompt: word('Prompt'), guidelines: word('Guide') })
	await send(member, 'POST', `/api/courses/${id}/enroll`)
	await send(member, 'POST', `/api/modules/${journal.id}/journal`, { content: word('Entry') })
	const [entry] = await send<{ id: string }[]>(admin, 'GET', `/api/courses/${id}/journal`)
	const feedback = { instructorFeedback: word('Feedback') }
	await send(admin, 'PUT', `/api/modules/${journal.id}/journal/${entry?.id}`, feedback)
	const comment = await send<{ id: string }>(member, 'POST', `/api/modules/${text.id}/comments`, {
		content: word('Comment'),
	})
	await send(admin, 'POST', `/api/modules/${text.id}/comments`, { content: word('Reply'), parentId: comment.id })
	const asked = { title: word('Question'), body: word('Body', 400), categoryId: category.id }
	const question = await send<{ id: string }>(member, 'POST', '/api/questions', asked)
	await send(admin, 'POST', `/api/questions/${question.id}/comments`, { body: `@${'m'.repeat(30)} ${word('Answer')}` })
	const session = await send<{ id: string }>(admin, 'POST', '/api/coaching/sessions', {
		...{ title: word('Session'), description: word('Agenda', 400), scheduledAt: inMinutes(60 * 24 * 5) },
		...{ zoomLink: `https://zoom.example/${'z'.repeat(300)}`, durationMinutes: 30 },
	})
	await send(member, 'POST', `/api/coaching/sessions/${session.id}/topics`, { topic: word('Topic', 300) })
	return { course: id, draft: draft.id, question: question.id }
}

/** Somebody applies with long names, on the screen: only there is the captcha solved. */
async function applyAtLength(page: Page): Promise<void> {
	await page.goto('/apply')
	await fillApplication(page, word('Applicant', 100), 'long.words@example.com')
	await page.getByLabel('Firm name').fill(word('Firm', 100))
	await page.getByLabel('Practice areas').fill(word('Practice'))
	await solveCaptcha(page)
	await page.getByRole('button', { name: 'Submit Application' }).click()
	await expect(page.getByRole('heading', { name: 'Thank you for your application' })).toBeVisible()
}

/** Of each width at which the page is wider than the window: by how much, and what reaches the farthest. */
async function tooWide(page: Page, path: string): Promise<string[]> {
	const found: string[] = []
	const answer = await page.goto(path)
	expect(answer?.ok(), path).toBe(true)
	await expect(page.locator('main .skeleton:visible:not(astro-island[ssr] *)')).toHaveCount(0)
	for (const details of await page.locator('main details:not([open]) > summary').all()) await details.click()
	for (const width of WIDTHS) {
		await page.setViewportSize({ width, height: 900 })
		const wide = await page.evaluate(() => {
			const beyond = document.documentElement.scrollWidth - innerWidth
			if (beyond <= 0) return undefined
			const farthest = [...document.querySelectorAll('main *, header *, footer *')]
				.filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
				// What scrolls or is cut in a frame of its own widens nothing.
				.filter((element) => {
					for (let at = element.parentElement; at && at !== document.body; at = at.parentElement)
						if (getComputedStyle(at).overflowX !== 'visible') return false
					return true
				})
				.map((element) => `${element.localName}.${element.className}`.slice(0, 60))
			return `by ${beyond}: ${farthest.slice(0, 6).join(' > ')}`
		})
		if (wide) found.push(`${path} at ${width} ${wide}`)
	}
	return found
}

test('a word of 200 letters widens no screen', async () => {
	test.setTimeout(600_000)
	// A club of its own: no other test has to do with such names.
	const server = await startServer({ SEED_DEMO: 'true', LOG_LEVEL: 'error', SMTP_URL: 'smtp://127.0.0.1:9' })
	const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS })
	try {
		const open = async (role?: 'admin' | 'member'): Promise<Page> => {
			const context: BrowserContext = await browser.newContext({ baseURL: server.url })
			if (role) await openSession(context, server.url, role)
			return context.newPage()
		}
		const [visitor, member, admin] = [await open(), await open('member'), await open('admin')]
		await applyAtLength(visitor)
		const { course, draft, question } = await fill(admin, member)
		await expect.poll(async () => (await fetch(`${server.url}/courses/${course}`)).text()).toContain('3 modules')
		const forAll = ['/', '/courses?tab=all', `/courses/${course}`]
		const forMembers = [
			...forAll,
			...['/dashboard', '/questions', `/questions/${question}`, '/questions/new', '/coaching', '/notifications'],
			...['/account', '/account/notifications', '/account/data', '/courses?tab=mine'],
		]
		const forAdmins = [
			...[
				'/admin',
				'/admin/users',
				'/admin/courses',
				`/admin/courses/${course}/modules`,
				`/admin/courses/${course}/journal`,
			],
			...[
				`/admin/courses/${draft}/preview`,
				'/admin/coaching',
				'/admin/applications',
				'/admin/journal',
				'/admin/moderation',
			],
			...['/admin/categories', '/admin/settings', '/admin/mail', '/admin/audit'],
		]
		for (const [page, paths] of [
			[visitor, forAll],
			[member, forMembers],
			[admin, forAdmins],
		] as const)
			for (const path of paths) expect.soft(await tooWide(page, path)).toEqual([])
	} finally {
		await browser.close()
		await server.stop()
	}
})
