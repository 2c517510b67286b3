import type { Page } from 'playwright/test'
import { settingFields, teacher } from '#src/features/settings/contract.ts'
import { inMinutes, suggestTopic } from './coaching.ts'
import type { Role } from './fixtures.ts'
import { send } from './send.ts'

/** An address without a place to break, as court systems have them. */
const ADDRESS = `https://records.example/${'a1b2c3d4e5'.repeat(16)}?id=${'9'.repeat(40)}`
const EMAIL = `${'q'.repeat(60)}@${'w'.repeat(60)}.${'e'.repeat(60)}.example`

/** One word of `most` letters. */
export const word = (most: number) => 'Donaudampfschifffahrtsgesellschaft'.repeat(Math.ceil(most / 34)).slice(0, most)

/** `most` characters with a long word and a long address among them. */
const text = (most: number) =>
	`${word(120)} ${ADDRESS} ${'The court may extend the time. '.repeat(most)}`.slice(0, most).trim()

const html = `<h2>${word(120)}</h2><p>${word(200)} <a href="${ADDRESS}">${ADDRESS}</a></p><ul><li>${word(120)}</li></ul>
<blockquote><p>${word(120)}</p></blockquote><table><tbody><tr><td>${word(60)}</td><td>${ADDRESS}</td></tr></tbody></table>`

/** Reads the limit of a text field from its contract. */
function limitOf(field: object): number | undefined {
	const { checks = [] } = (field as { _zod: { def: { checks?: { _zod: { def: { maximum?: number } } }[] } } })._zod.def
	return checks.map(({ _zod }) => _zod.def.maximum).find((most) => most !== undefined)
}

/** Every text of these fields at its longest: a line is one word, a longer text has a word and an address in it. */
const longest = (fields: Record<string, { _zod: { def: { type: string } } }>) =>
	Object.fromEntries(
		Object.entries(fields).flatMap(([name, field]) => {
			const most = field._zod.def.type === 'string' ? limitOf(field) : undefined
			return most === undefined ? [] : [[name, most > 50_000 ? html : most > 250 ? text(most) : word(most)]]
		}),
	)

export interface FullClub {
	readonly course: string
	readonly question: string
	readonly modules: readonly string[]
	readonly member: string
	readonly mailing: string
}

async function fillSettings(page: Page): Promise<void> {
	const { version } = await send<{ version: number }>(page, 'GET', '/api/admin/settings')
	await send(page, 'PUT', '/api/admin/settings', {
		...longest(settingFields),
		teachers: [{ ...longest(teacher.shape), portrait: '' }],
		mailReplyTo: EMAIL,
		directoryUrl: ADDRESS,
		spotifyUrl: ADDRESS,
		youtubeUrl: ADDRESS,
		version,
	})
}

async function fillCourse(page: Page): Promise<Pick<FullClub, 'course' | 'modules'>> {
	const course = { title: word(200), description: text(2_000), isPublished: true }
	const { id } = await send<{ id: string }>(page, 'POST', '/api/courses', course)
	const options = Array.from({ length: 3 }, (_, at) => `${at}${word(499)}`)
	const kinds = [
		{ type: 'text' },
		{
			type: 'video',
			additionalContent: { videoUrl: 'https://vimeo.com/76979871', duration: word(40), transcript: text(900) },
		},
		{ type: 'quiz', additionalContent: { questions: [{ question: text(900), options, correctAnswer: 0 }] } },
		{ type: 'journal', additionalContent: { prompt: text(900), guidelines: text(900) } },
	]
	const modules: string[] = []
	for (const kind of kinds) {
		const body = { title: word(200), description: text(900), content: html, ...kind }
		modules.push((await send<{ id: string }>(page, 'POST', `/api/courses/${id}/modules`, body)).id)
	}
	return { course: id, modules }
}

/** Fills a club so that each text of its people is as long as it may be, and in one word where that may be. */
export async function fillClub(page: Page, signIn: (role: Role) => Promise<void>): Promise<FullClub> {
	await signIn('admin')
	await fillSettings(page)
	const { course, modules } = await fillCourse(page)
	const category = await send<{ id: string }>(page, 'POST', '/api/admin/question-categories', {
		name: word(60),
		parentCategoryId: null,
	})
	await send(page, 'POST', '/api/admin/question-categories', {
		name: `x${word(59)}`,
		parentCategoryId: category.id,
	})
	const { id: member } = await send<{ id: string }>(page, 'POST', '/api/admin/users', {
		name: word(100),
		email: EMAIL,
		password: 'oak table by the window',
	})
	const session = await send<{ id: string }>(page, 'POST', '/api/coaching/sessions', {
		title: word(200),
		description: text(900),
		scheduledAt: inMinutes(60),
		zoomLink: ADDRESS,
	})
	const { id: mailing } = await send<{ id: string }>(page, 'POST', '/api/admin/mailings', {
		start: 'note',
	})
	const { version } = await send<{ version: number }>(page, 'GET', `/api/admin/mailings/${mailing}`)
	await send(page, 'PUT', `/api/admin/mailings/${mailing}`, {
		subject: word(150),
		content: html,
		audience: 'all',
		version,
	})
	await send(page, 'PUT', '/api/user/profile', { name: word(100), username: `a${word(29).toLowerCase()}` })
	await signIn('member')
	await send(page, 'PUT', '/api/user/profile', { name: word(100), username: `m${word(29).toLowerCase()}` })
	await send(page, 'POST', `/api/courses/${course}/enroll`, {})
	await send(page, 'POST', `/api/modules/${modules[0]}/comments`, { content: text(900) })
	await send(page, 'POST', `/api/modules/${modules[3]}/journal`, { content: text(900) })
	await suggestTopic(page, session.id, text(900))
	const { id: question } = await send<{ id: string }>(page, 'POST', '/api/questions', {
		title: word(200),
		body: text(900),
		categoryId: category.id,
	})
	await signIn('admin')
	await send(page, 'POST', `/api/questions/${question}/comments`, { body: text(900) })
	return { course, question, modules, member, mailing }
}
