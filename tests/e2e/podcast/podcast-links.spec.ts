import type { Page } from 'playwright/test'
import { expect, expectAccessible, signOut, test } from '../support/fixtures.ts'
import { asAdmin } from '../support/locked-course.ts'
import { publishCourse } from '../support/publish-course.ts'
import { originOf, send } from '../support/send.ts'

// Links to an episode on its page: all of them for members, and those from public pages for everyone.

const EPISODE = '/podcast/saying-no-to-the-wrong-client'
const discussed = (page: Page) => page.getByRole('region', { name: 'Discussed in' })
const related = (page: Page) => page.getByRole('region', { name: 'Related' })

async function ask(page: Page, title: string, body: string): Promise<{ id: string }> {
	const [category] = await send<{ id: string }[]>(page, 'GET', '/api/questions/categories')
	return send(page, 'POST', '/api/questions', { title, body, categoryId: category?.id })
}

test('members see where an episode is discussed, with timestamps; visitors see none of it', async ({
	page,
	context,
	signInAs,
}) => {
	await signInAs('member')
	const title = `Who says no in writing, ${Date.now()}?`
	const { id } = await ask(page, title, `As in ${EPISODE}?t=0:20, or rather as at ${EPISODE}?t=31 then?`)
	const mentionsRequested = page.waitForRequest((request) => request.url().endsWith('/mentions'))
	await page.goto(EPISODE)
	await discussed(page).scrollIntoViewIfNeeded()
	await mentionsRequested
	const entry = discussed(page).getByRole('listitem').filter({ hasText: title })
	await expect(entry).toContainText('Question, ')
	await expectAccessible(page)
	// Its timestamp seeks on this page.
	await entry.getByRole('link', { name: '0:31' }).click()
	await expect(page).toHaveURL(`${EPISODE}?t=31`)
	await expect(page.getByRole('button', { name: 'Play from 0:31' })).toBeVisible()
	await discussed(page).scrollIntoViewIfNeeded()
	await entry.getByRole('link', { name: title }).click()
	await expect(page).toHaveURL(`/questions/${id}`)
	// A deleted question is no longer listed.
	await asAdmin(page, (admin) => send(admin, 'DELETE', `/api/questions/${id}`))
	await page.goto(EPISODE)
	await discussed(page).scrollIntoViewIfNeeded()
	await expect(discussed(page).getByRole('status')).toHaveCount(0)
	await expect(entry).toHaveCount(0)

	await signOut(context)
	const calls: string[] = []
	page.on('request', (request) => void calls.push(request.url()))
	await page.goto(EPISODE)
	await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
	await expect(page.getByRole('heading', { name: 'Discussed in' })).toBeHidden()
	expect(calls.filter((url) => url.includes('/mentions'))).toEqual([])
	expect((await page.request.get(`/api${EPISODE.replace('/podcast/', '/podcast/episodes/')}/mentions`)).status()).toBe(
		401,
	)
})

test('members see discussions in courses too', async ({ page, signInAs }) => {
	await signInAs('member')
	const name = `Declining matters ${Date.now()}`
	const courseId = await asAdmin(page, (admin) =>
		publishCourse(admin, name, [
			{
				title: 'The letter',
				description: 'What it says.',
				content: '<p>Three lines, and no reasons in any of them.</p>',
			},
		]),
	)
	const [module] = await send<{ id: string }[]>(page, 'GET', `/api/courses/${courseId}/modules`)
	await send(page, 'POST', `/api/modules/${module?.id}/comments`, { content: `Better than at ${EPISODE}?t=12` })
	await page.goto(EPISODE)
	await discussed(page).scrollIntoViewIfNeeded()
	const entry = discussed(page)
		.getByRole('listitem')
		.filter({ hasText: `Discussion in ${name}` })
	await expect(entry.getByRole('link', { name: '0:12' })).toBeVisible()
	await entry.getByRole('link', { name: 'The letter' }).click()
	await expect(page).toHaveURL(new RegExp(`/courses/.*m=${module?.id}`))
	await asAdmin(page, (admin) => send(admin, 'DELETE', `/api/courses/${courseId}`))
})

test("related courses on an episode's page change with the links to it", async ({ page, signInAs }) => {
	await signInAs('admin')
	const html = async () => (await fetch(new URL(EPISODE, await originOf(page)))).text()
	const name = `Choosing clients ${Date.now()}`
	const CONTENT = `<p>Hear <a href="${EPISODE}?t=20">how it is said</a>.</p>`
	const lesson = { title: 'Three signs', description: 'To look for.', content: CONTENT }
	const id = await publishCourse(page, name, [lesson])
	await expect.poll(html).toContain(name)
	await page.goto(EPISODE)
	await expect(related(page).getByRole('listitem').filter({ hasText: name })).toHaveText(`Three signs in ${name}`)
	const [module] = await send<{ id: string }[]>(page, 'GET', `/api/courses/${id}/modules`)
	const setContent = (content: string) => send(page, 'PUT', `/api/modules/${module?.id}`, { content })
	await setContent('<p>Nothing of it any more.</p>')
	await expect.poll(html).not.toContain(name)
	// A course that an admin chose, and one whose description links to the episode.
	const { id: episode } = await send<{ id: string }>(
		page,
		'GET',
		`/api${EPISODE.replace('/podcast/', '/podcast/episodes/')}`,
	)
	const setLinkedCourses = (courseIds: string[]) =>
		send(page, 'PUT', `/api/admin/podcast/episodes/${episode}/links`, { courseIds })
	await setLinkedCourses([id])
	await expect.poll(html).toContain(name)
	await setLinkedCourses([])
	await expect.poll(html).not.toContain(name)
	const setDescription = (description: string) => send(page, 'PUT', `/api/courses/${id}`, { description })
	await setDescription(`Begins where ${EPISODE} ends.`)
	await expect.poll(html).toContain(name)
	await page.goto(EPISODE)
	await related(page).getByRole('link', { name }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
	// An unpublished course disappears from the list and returns with it.
	await send(page, 'PUT', `/api/courses/${id}`, { isPublished: false })
	await expect.poll(html).not.toContain(name)
	await send(page, 'PUT', `/api/courses/${id}`, { isPublished: true })
	await expect.poll(html).toContain(name)
	await send(page, 'DELETE', `/api/courses/${id}`)
	await expect.poll(html).not.toContain(name)
	await page.goto(EPISODE)
	await expect(related(page)).toHaveCount(0)
})
