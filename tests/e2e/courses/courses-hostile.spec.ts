import type { Page } from 'playwright/test'
import { hostileSamples } from '#tests/support/api/hostile.ts'
import { expect, test } from '../support/fixtures.ts'
import { send } from '../support/send.ts'

/** All samples; the title has one that ends a script and one that is too long for the description. */
const course = {
	title: `Hostile ${hostileSamples[3]} ${hostileSamples.at(-1)}`,
	description: hostileSamples.slice(0, -1).join(' '),
	isPublished: true,
}

/** Creates a course with the samples in every field. */
async function plantCourse(page: Page): Promise<string> {
	const { id } = await send<{ id: string }>(page, 'POST', '/api/courses', course)
	const add = (module: object) => send<{ id: string }>(page, 'POST', `/api/courses/${id}/modules`, module)
	const wrap = (sample: string) => `<p>Before the sample stands this.</p>${sample}<p>After it stands that.</p>`
	for (const [index, sample] of hostileSamples.entries())
		await add({ title: `${index} ${sample}`.slice(0, 200), description: `Sample: ${sample}`, content: wrap(sample) })
	const all = hostileSamples.join('\n\n')
	await add({
		title: 'Video',
		description: 'A transcript of samples.',
		content: wrap(''),
		type: 'video',
		additionalContent: { videoUrl: '/videos/the-fifteen-minute-call.mp4', transcript: all, duration: '<b>1</b>' },
	})
	const questions = hostileSamples.map((sample) => ({ question: sample, options: [sample, 'no'], correctAnswer: 0 }))
	await add({
		title: 'Quiz',
		description: 'Samples as questions.',
		content: wrap(''),
		type: 'quiz',
		additionalContent: { questions },
	})
	const journal = { prompt: all.slice(0, 5000), guidelines: all.slice(0, 5000), wordLimit: 0 }
	const last = await add({
		title: 'Journal',
		description: 'Samples as a prompt.',
		content: wrap(''),
		type: 'journal',
		additionalContent: journal,
	})
	for (const content of hostileSamples) await send(page, 'POST', `/api/modules/${last.id}/comments`, { content })
	await send(page, 'POST', `/api/modules/${last.id}/journal`, { content: all })
	return id
}

/** Finds elements and attributes that content must never produce. */
const findSuspects = () => {
	const forbidden = /^(script|style|iframe|object|embed|base|meta|link|form|animate|use|math|template|details)$/
	const isOurs = (element: Element) =>
		// Astro's own elements next to its first island.
		(/^(script|style)$/.test(element.localName) && /astro/i.test(element.textContent ?? '')) ||
		// The script of `InsideClub`: sanitized content has no data attributes.
		element.matches('section[data-inside] + script, form.grid')
	// URLs in comments are links, which search engines ignore.
	const isPostLink = (element: Element) => element.matches('a[rel="nofollow ugc noopener"]')
	const isBadLink = (element: Element, { name, value }: Attr) =>
		/^(href|src|action|xlink:href)$/.test(name) &&
		(/^[\s\p{Cc}]*(javascript|vbscript|data):/iu.test(value) || (value.includes('evil') && !isPostLink(element)))
	return [...document.querySelectorAll('#content *')].flatMap((element) => {
		const name = element.localName
		const problems = [...element.attributes].flatMap((attribute) => [
			...(attribute.name.startsWith('on') ? [`${name} ${attribute.name}`] : []),
			...(isBadLink(element, attribute) ? [`${name} ${attribute.name}=${attribute.value}`] : []),
		])
		if (forbidden.test(name) && !isOurs(element)) problems.push(name)
		if (element.closest('.prose') && (element.id || element.hasAttribute('style'))) problems.push(`${name} id or style`)
		return problems.map((what) => `${what} in ${element.closest('[id]')?.id}`)
	})
}

async function openEverything(page: Page): Promise<void> {
	await page.waitForLoadState('networkidle')
	// The names of tabs change while their discussions load, so use their ids.
	for (const panel of ['transcript', 'discussion'])
		for (const tab of await page.locator(`[role="tab"][aria-controls$="-${panel}"]`).all()) await tab.click()
	const comments = page.getByRole('listitem').or(page.getByText(/^No comments yet/))
	for (const panel of await page.getByRole('tabpanel', { name: 'Discussion' }).all())
		await expect(panel.locator(comments).first()).toBeVisible()
	const older = page.getByRole('button', { name: 'Older comments' })
	await expect(async () => {
		if ((await older.count()) > 0) await older.first().click()
		await expect(page.getByRole('button', { name: 'Loading...' })).toHaveCount(0)
		expect(await older.count()).toBe(0)
	}).toPass()
	const press = page.getByRole('main').getByText('press', { exact: true })
	for (const link of await press.all()) if (await link.isVisible()) await link.hover()
}

test('forty hostile samples are harmless wherever content appears', async ({ page, signInAs, baseURL }) => {
	await signInAs('admin')
	const courseId = await plantCourse(page)
	let runs = 0
	await page.context().exposeFunction('pwned', () => {
		runs += 1
	})
	const html = await (await fetch(new URL(`/courses/${courseId}`, baseURL))).text()
	const data = [...html.matchAll(/<script[^>]*ld\+json[^>]*>([\s\S]*?)<\/script>/g)].map(([, json]) =>
		JSON.parse(json ?? ''),
	)
	expect(data).toMatchObject([{ name: course.title, description: course.description }])
	for (const path of [
		`/courses/${courseId}`,
		`/admin/courses/${courseId}/modules`,
		`/admin/courses/${courseId}/journal`,
		'/courses',
		'/admin/courses',
	]) {
		await page.goto(path)
		await openEverything(page)
		expect(await page.evaluate(findSuspects), path).toEqual([])
		if (path !== `/courses/${courseId}`) continue
		// All samples are present as text.
		const last = page.getByRole('article', { name: 'Journal', exact: true })
		const transcript = page
			.getByRole('article', { name: 'Video', exact: true })
			.getByRole('tabpanel', { name: 'Transcript', includeHidden: true })
		for (const sample of hostileSamples) {
			await expect(last.getByRole('tabpanel', { name: 'Discussion' })).toContainText(sample)
			await expect(transcript).toContainText(sample)
		}
	}
	// Check the editor too, which loads the stored content.
	await page.goto(`/admin/courses/${courseId}/modules`)
	await page.getByRole('button', { name: /^Edit/ }).first().click()
	await expect(page.getByRole('textbox', { name: 'Content' })).toContainText('Before the sample stands this.')
	await page.getByRole('tab', { name: 'Preview', exact: true }).click()
	expect(await page.evaluate(findSuspects)).toEqual([])
	expect(runs).toBe(0)
	await send(page, 'DELETE', `/api/courses/${courseId}`)
})
