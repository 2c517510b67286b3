import type { Browser, Page } from 'playwright/test'
import { settingFields, teacher } from '#src/features/settings/contract.ts'
import { settingsPages } from '#src/features/settings/settings-pages.ts'
import { inMinutes, suggestTopic } from './coaching.ts'
import { expect, openSession, type Role, signOut } from './fixtures.ts'
import { libraryItem, startLibrarySite } from './library-site.ts'
import { send } from './send.ts'

/** A URL without break opportunities, like those of court systems. */
const ADDRESS = `https://records.example/${'a1b2c3d4e5'.repeat(16)}?id=${'9'.repeat(40)}`
const EMAIL = `${'q'.repeat(60)}@${'w'.repeat(60)}.${'e'.repeat(60)}.example`

/** Returns a word of `most` letters. */
const word = (most: number) => 'Donaudampfschifffahrtsgesellschaft'.repeat(Math.ceil(most / 34)).slice(0, most)

/** Text that members and admins write. */
export interface Writing {
	/** Returns a line of at most this many characters. */
	line(most: number): string
	text(most: number): string
	html: string
}

/** Text of maximum length: a line is one word, and longer text contains a long word and a URL. */
export const longest: Writing = {
	line: word,
	text: (most) => `${word(120)} ${ADDRESS} ${'The court may extend the time. '.repeat(most)}`.slice(0, most).trim(),
	html: `<h2>${word(120)}</h2><p>${word(200)} <a href="${ADDRESS}">${ADDRESS}</a></p><ul><li>${word(120)}</li></ul>
	<blockquote><p>${word(120)}</p></blockquote><table><tbody><tr><td>${word(60)}</td><td>${ADDRESS}</td></tr></tbody></table>`,
}

/** Ordinary names, URLs as lines, and text with a long URL. */
export const addresses: Writing = {
	line: (most) => (most === 60 ? 'Northern California Solo Attorneys' : ADDRESS.slice(0, most)),
	text: (most) => `See ${ADDRESS} for the rules of the court.`.slice(0, most),
	html: `<h2>${ADDRESS}</h2><ul><li>${ADDRESS}</li></ul>`,
}

/** First word of all text in `hebrew`. */
export const HEBREW = 'שלום'

/** Hebrew lines, and text with a Hebrew and an English paragraph. */
export const hebrew: Writing = {
	line: (most) => `${HEBREW} עמית${'ים'.repeat(most)}`.slice(0, Math.min(most, 24)).trim(),
	text: () => `${HEBREW}, זה טקסט של עמית.\n\nThis part is in English.`,
	html: `<h2>${HEBREW}</h2><p>${HEBREW}, זה טקסט.</p><p>This part is in English.</p><ol><li>${HEBREW}</li></ol>`,
}

/** Returns the maximum length of a contract's text field. */
function limitOf(field: object): number | undefined {
	const { checks = [] } = (field as { _zod: { def: { checks?: { _zod: { def: { maximum?: number } } }[] } } })._zod.def
	return checks.map(({ _zod }) => _zod.def.maximum).find((most) => most !== undefined)
}

const filled = (fields: Record<string, { _zod: { def: { type: string } } }>, { line, text, html }: Writing) =>
	Object.fromEntries(
		Object.entries(fields).flatMap(([name, field]) => {
			const most = field._zod.def.type === 'string' ? limitOf(field) : undefined
			return most === undefined ? [] : [[name, most > 50_000 ? html : most > 250 ? text(most) : line(most)]]
		}),
	)

interface FullClub {
	readonly course: string
	readonly question: string
	readonly modules: readonly string[]
	readonly member: string
	readonly mailing: string
	/** Path of the episode. */
	readonly episode: string
	/** A search term with hits. */
	readonly word: string
}

async function fillSettings(page: Page, writing: Writing): Promise<void> {
	const { version } = await send<{ version: number }>(page, 'GET', '/api/admin/settings')
	await send(page, 'PUT', '/api/admin/settings', {
		...filled(settingFields, writing),
		teachers: [{ ...filled(teacher.shape, writing), portrait: '' }],
		mailReplyTo: EMAIL,
		directoryUrl: ADDRESS,
		spotifyUrl: ADDRESS,
		youtubeUrl: ADDRESS,
		version,
	})
}

async function fillCourse(page: Page, { line, text, html }: Writing): Promise<Pick<FullClub, 'course' | 'modules'>> {
	const course = { title: line(200), description: text(2_000), isPublished: true }
	const { id } = await send<{ id: string }>(page, 'POST', '/api/courses', course)
	const options = Array.from({ length: 3 }, (_, at) => `${line(499)}${at}`)
	const kinds = [
		{ type: 'text' },
		{
			type: 'video',
			additionalContent: { videoUrl: 'https://vimeo.com/76979871', duration: line(40), transcript: text(900) },
		},
		{ type: 'quiz', additionalContent: { questions: [{ question: text(900), options, correctAnswer: 0 }] } },
		{ type: 'journal', additionalContent: { prompt: text(900), guidelines: text(900) } },
	]
	const modules: string[] = []
	for (const kind of kinds) {
		const body = { title: line(200), description: text(900), content: html, ...kind }
		modules.push((await send<{ id: string }>(page, 'POST', `/api/courses/${id}/modules`, body)).id)
	}
	return { course: id, modules }
}

/** Fills every text field of a club. */
async function fillClub(
	page: Page,
	signIn: (role: Role) => Promise<void>,
	writing: Writing,
): Promise<Omit<FullClub, 'episode'>> {
	const { line, text, html } = writing
	await signIn('admin')
	await fillSettings(page, writing)
	const { course, modules } = await fillCourse(page, writing)
	const category = await send<{ id: string }>(page, 'POST', '/api/admin/question-categories', {
		name: line(60),
		parentCategoryId: null,
	})
	await send(page, 'POST', '/api/admin/question-categories', {
		name: `${line(59)}x`,
		parentCategoryId: category.id,
	})
	const { id: member } = await send<{ id: string }>(page, 'POST', '/api/admin/users', {
		name: line(100),
		email: EMAIL,
		password: 'oak table by the window',
	})
	const session = await send<{ id: string }>(page, 'POST', '/api/coaching/sessions', {
		title: line(200),
		description: text(900),
		scheduledAt: inMinutes(60),
		zoomLink: ADDRESS,
	})
	const { id: mailing } = await send<{ id: string }>(page, 'POST', '/api/admin/mailings', {
		start: 'note',
	})
	const { version } = await send<{ version: number }>(page, 'GET', `/api/admin/mailings/${mailing}`)
	await send(page, 'PUT', `/api/admin/mailings/${mailing}`, {
		subject: line(150),
		content: html,
		audience: 'all',
		version,
	})
	await send(page, 'PUT', '/api/user/profile', { name: line(100), username: `a${word(29).toLowerCase()}` })
	await signIn('member')
	await send(page, 'PUT', '/api/user/profile', { name: line(100), username: `m${word(29).toLowerCase()}` })
	await send(page, 'POST', `/api/courses/${course}/enroll`, {})
	await send(page, 'POST', `/api/modules/${modules[0]}/comments`, { content: text(900) })
	await send(page, 'POST', `/api/modules/${modules[3]}/journal`, { content: text(900) })
	await suggestTopic(page, session.id, text(900))
	const { id: question } = await send<{ id: string }>(page, 'POST', '/api/questions', {
		title: line(200),
		body: text(900),
		categoryId: category.id,
	})
	await signIn('admin')
	await send(page, 'POST', `/api/questions/${question}/comments`, { body: text(900) })
	return { course, question, modules, member, mailing, word: line(34) }
}

/** Returns the pages that `role` can open. */
function pagesOf(club: FullClub, role: Role | 'visitor'): string[] {
	const course = `/courses/${club.course}`
	const open = [
		'/',
		'/apply',
		'/auth',
		'/forgot-password',
		'/email-confirmation',
		'/leave-undo',
		'/not-me',
		'/courses',
		course,
		'/podcast',
		club.episode,
		'/podcast/player',
		`/search?q=${encodeURIComponent(club.word)}`,
		'/privacy',
		'/terms',
		'/contact',
		'/offline',
		'/reset-password',
		'/no-such-page',
	]
	const own = [
		'/dashboard',
		'/account',
		'/account/data',
		'/account/email',
		'/account/leave',
		'/account/notifications',
		'/change-password',
		'/coaching',
		'/notifications',
		'/questions',
		'/questions/introduction',
		'/questions/new',
		`/questions/${club.question}`,
	]
	const admin = [
		'',
		'/applications',
		'/audit',
		'/categories',
		'/coaching',
		'/courses',
		`${course}`,
		`${course}/details`,
		`${course}/journal`,
		`${course}/members`,
		`${course}/modules`,
		...club.modules.map((id) => `${course}/modules/${id}`),
		`${course}/preview`,
		`${course}/settings`,
		'/data',
		'/deleted',
		'/figures',
		`/figures/${club.course}`,
		'/figures/005-client-intake',
		'/figures/inactive',
		'/hosting',
		'/journal',
		'/mail',
		'/mailings',
		`/mailings/${club.mailing}`,
		'/media',
		'/moderation',
		'/podcast',
		...settingsPages.map(({ slug }) => `/settings/${slug}`),
		'/users',
		...['', '?tab=courses', '?tab=history', '?tab=posts'].map((tab) => `/users/${club.member}${tab}`),
		'/users/import',
	].map((path) => `/admin${path}`)
	if (role === 'visitor') return open
	const shown = [...open.filter((path) => path !== '/auth'), ...own]
	return role === 'admin' ? [...shown, ...admin] : shown
}

export interface FullClubSite {
	readonly url: string
	pagesOf(role: Role | 'visitor'): string[]
	/** Signs this page's browser in as `role`. */
	signIn(page: Page, role: Role): Promise<void>
	stop(): Promise<void>
}

/** Starts a separate site whose text is all from `writing`, and waits until its static pages show it. */
export async function startFullClub(browser: Browser, writing: Writing): Promise<FullClubSite> {
	const site = await startLibrarySite({ SEED_DEMO: 'true' })
	site.serve([libraryItem(site.url, writing.line(200), '2026-11-20T10:00:00Z', 'the-intake-call')])
	const signIn = async (page: Page, role: Role) => {
		await signOut(page.context())
		await openSession(page.context(), site.url, role)
	}
	const page = await browser.newPage({ baseURL: site.url })
	const club = await fillClub(page, (role) => signIn(page, role), writing)
	await page.close()
	const htmlOf = async (path: string) => (await fetch(site.url + path)).text()
	await expect.poll(() => htmlOf(`/courses/${club.course}`)).toContain(writing.line(200))
	await expect.poll(() => htmlOf('/podcast')).toContain(writing.line(200))
	const [episode = ''] = /\/podcast\/(?!page|player|audio)[a-z0-9-]+/.exec(await htmlOf('/podcast')) ?? []
	return { url: site.url, pagesOf: (role) => pagesOf({ ...club, episode }, role), signIn, stop: site.stop }
}
