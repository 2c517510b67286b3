import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { db } from '#db/client.ts'
import { audit } from '#db/schema/audit.ts'
import { publishEvents } from '#db/schema/platform/operations.ts'
import { settings as table } from '#db/schema/settings.ts'
import { findWarnings } from '#src/app/admin-home/health.ts'
import { pagesOf, publicPages, statusPaths } from '#src/app/public-pages/all.ts'
import { clubPageOf } from '#src/app/public-pages/club.ts'
import { demoSettings } from '#src/app/seed/settings.ts'
import {
	getSettings,
	type Settings,
	settingFields,
	settingValues,
	updateSettings,
} from '#src/features/settings/contract.ts'
import { loadSite } from '#src/features/settings/server/service.ts'
import { PROBLEM_TYPE } from '#src/lib/api/version.ts'
import { onSiteChange, setSite, site, siteDefaults } from '#src/lib/site/site.ts'
import { log } from '#src/platform/log.ts'
import { EVERY_PAGE } from '#src/platform/publish/publish-queue.ts'
import { callApi, createPrincipals, type Principal, type PrincipalName } from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'
import { makeCourse } from '#tests/support/courses/courses.ts'

let database: TestDatabase
let as: Record<PrincipalName, Principal>
beforeEach(async () => {
	database = await freshDatabase()
	as = await createPrincipals()
	setSite({})
})
afterEach(async () => {
	setSite({})
	await database.discard()
})

const read = async () => (await callApi(getSettings, { as: as.admin })).json as Settings
const save = (body: object, headers = {}) => callApi(updateSettings, { as: as.admin, body, headers })
const stored = async () => (await db().select().from(table))[0]

test('turning on dues makes new courses members-only, unless the owner chooses otherwise', async () => {
	expect((await save({ collectsDues: 'on' })).json).toMatchObject({ newCourses: 'members' })
	expect((await save({ newCourses: 'everybody' })).json).toMatchObject({ newCourses: 'everybody' })
	expect((await save({ collectsDues: 'on' })).json).toMatchObject({ newCourses: 'everybody' })
})

test('setting a membership price does the same, even if the form sends the choice unchanged', async () => {
	const unchanged = { newCourses: 'everybody' } as const
	expect((await save({ ...unchanged, membershipCost: 'Free while we start.' })).json).toMatchObject(unchanged)
	expect((await save({ ...unchanged, membershipCost: '$49 a month.' })).json).toMatchObject({ newCourses: 'members' })
	expect((await save({ ...unchanged, membershipCost: '$59 a month.' })).json).toMatchObject(unchanged)
})

describe('reading', () => {
	test('returns the defaults at version 0 without a row', async () => {
		const { version, updatedAt, updatedBy, ...values } = await read()
		expect({ version, updatedAt, updatedBy }).toEqual({ version: 0, updatedAt: null, updatedBy: null })
		expect(values).toEqual(siteDefaults)
		expect(Object.keys(settingFields).sort()).toEqual(Object.keys(siteDefaults).sort())
		expect(await stored()).toBeUndefined()
	})

	test('the defaults make no club-specific claims; the demonstration club uses the specified wording', () => {
		const claims = /nationwide|drink-driving|https?:/
		expect(JSON.stringify(siteDefaults)).not.toMatch(claims)
		expect(siteDefaults).toMatchObject({ homeTrust: '', hostBio: '', directoryUrl: '', spotifyUrl: '' })
		expect(settingValues.parse({ ...siteDefaults, ...demoSettings })).toMatchObject({
			homeTrust: 'Trusted by solo attorneys nationwide',
			hostBio: expect.stringContaining('a small firm focused on drink-driving defense'),
			directoryUrl: 'https://podcasts.apple.com/',
			spotifyUrl: 'https://open.spotify.com/',
		})
	})

	test('ignores values of an older or newer release that are invalid here', async () => {
		const value = { name: 'Bench', primary: 'blue', logo: 'javascript:alert(1)', teachers: 'many', later: 1 }
		await db().insert(table).values({ key: 'club', value, version: 3, updatedAt: new Date(), updatedBy: 'Ruth' })
		await loadSite()
		expect(await read()).toMatchObject({ name: 'Bench', primary: '', logo: '', teachers: [], version: 3 })
		expect(site()).toEqual({ ...siteDefaults, name: 'Bench' })
	})
})

describe('a corrupted row', () => {
	const insertDamaged = (value: string) =>
		db().run(sql`insert into settings (key, value, version, updated_at, updated_by)
			values ('club', ${value}, 3, ${Date.now()}, 'Ruth')`)
	const findDamageWarnings = async () => (await findWarnings()).filter(({ text }) => text.includes('damaged'))

	test.each(['{"name":"Ben', '', 'null', '[]', '"Bench"'])(
		'returns the defaults until the next save: %j',
		async (value) => {
			await insertDamaged(value)
			await loadSite()
			expect(site()).toEqual(siteDefaults)
			expect(await read()).toMatchObject({ ...siteDefaults, version: 3, updatedBy: 'Ruth' })
			expect(await findDamageWarnings()).toEqual([
				expect.objectContaining({ link: { label: 'Settings', href: '/admin/settings' } }),
			])
			expect((await save({ name: 'Bench', version: 3 })).status).toBe(200)
			expect(site()).toEqual({ ...siteDefaults, name: 'Bench' })
			expect(await findDamageWarnings()).toEqual([])
		},
	)

	test('is logged once', async () => {
		const warn = vi.spyOn(log, 'warn').mockReturnValue(undefined)
		onTestFinished(() => warn.mockRestore())
		await insertDamaged('{')
		await loadSite()
		await loadSite()
		expect(warn.mock.calls).toEqual([[expect.stringContaining('The settings of the club are damaged')]])
	})
})

describe('saving', () => {
	test('updates memory and version immediately and queues every page in the same write', async () => {
		const reply = await save({ name: '  Lone   Star  Bench ', version: 0 })
		expect([reply.status, reply.json]).toEqual([200, expect.objectContaining({ name: 'Lone Star Bench', version: 1 })])
		expect(site().name).toBe('Lone Star Bench')
		expect(Object.isFrozen(site())).toBe(true)
		expect(await db().select({ path: publishEvents.path }).from(publishEvents)).toEqual([{ path: EVERY_PAGE }])
		expect(await read()).toMatchObject({ name: 'Lone Star Bench', version: 1, updatedBy: expect.any(String) })
	})

	test('keeps omitted values, and stores only differences from the defaults', async () => {
		await save({ tagline: 'Never alone' })
		await save({ name: 'Bench', homeTitle: siteDefaults.homeTitle })
		expect((await stored())?.value).toEqual({ name: 'Bench', tagline: 'Never alone' })
	})

	test('restores the default of an emptied name or headline and removes an emptied claim', async () => {
		await save({ name: 'Bench', homeTitle: 'Other words', homeTrust: 'Trusted by some' })
		await save({ name: '', homeTitle: ' ', homeTrust: '' })
		expect(site()).toMatchObject({ name: siteDefaults.name, homeTitle: siteDefaults.homeTitle, homeTrust: '' })
	})

	test('leaves an audit entry with the changed fields and no values', async () => {
		await save({ name: 'Bench', privacy: '<p>We keep little.</p>' })
		const [row] = await db().select().from(audit)
		expect(row).toMatchObject({ action: 'settings.changed', actorId: as.admin.userId, subjectId: 'club' })
		expect(JSON.stringify(row)).not.toContain('We keep little')
		expect(JSON.parse(row?.detail ?? '')).toEqual({ changed: 'name, privacy' })
	})

	test('notifies subscribers with the previous values', async () => {
		const changes: string[] = []
		const stop = onSiteChange((now, before) => changes.push(`${before.name} -> ${now.name}`))
		await save({ name: 'Bench' })
		await save({ name: 'Bench' })
		stop()
		await save({ name: 'Row' })
		expect(changes).toEqual([`${siteDefaults.name} -> Bench`])
	})
})

describe('two concurrent owners', () => {
	test('reject the second save in one sentence without a write', async () => {
		await save({ name: 'Bench', version: 0 })
		const reply = await save({ name: 'Row', version: 0 })
		expect([reply.status, reply.text]).toEqual([409, 'Someone else changed the settings'])
		expect(await read()).toMatchObject({ name: 'Bench', version: 1 })
		expect(await db().select().from(audit)).toHaveLength(1)
		expect(await db().select().from(publishEvents)).toHaveLength(1)
	})

	test('return the current values on request', async () => {
		await save({ name: 'Bench', version: 0 })
		const reply = await save({ tagline: 'x', version: 0 }, { accept: `${PROBLEM_TYPE}, application/json` })
		expect(reply.header('content-type')).toBe(PROBLEM_TYPE)
		expect(reply.json).toMatchObject({ current: { name: 'Bench', version: 1 } })
		expect((await save({ tagline: 'x', version: 1 })).status).toBe(200)
	})

	test('let only one of many saves with the same version win', async () => {
		const replies = await Promise.all([1, 2, 3, 4, 5].map((one) => save({ name: `Club ${one}`, version: 0 })))
		expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
		expect((await stored())?.version).toBe(1)
	})
})

describe('validation', () => {
	test.each([
		[{ primary: '#a9b7c9' }, /^Too pale for the light page: contrast 1\.\d, needs 4\.5$/],
		[{ accent: 'c80' }, /^Too pale for the light page: contrast 2\.\d, needs 4\.5$/],
		[{ primaryDark: '#1b2b44' }, /^Too dark for the dark page: contrast 1\.\d, needs 4\.5$/],
		[{ accentDark: '#333333' }, /^Too dark for the dark page/],
		[{ primary: 'navy' }, /^Use a color such as #1b2b44$/],
		[{ primary: '#1b2b44;}body{display:none' }, /^Use a color such as/],
		[{ logo: 'javascript:alert(1)' }, /^Use the full address of a picture/],
		[{ homePicture: 'javascript:alert(1)' }, /^Use the full address of a picture/],
		[{ postalAddress: 'x'.repeat(301) }, /^Postal address must be at most 300 characters$/],
		[{ hostPortrait: 'http://club.example/a.png' }, /^Use the full address of a picture/],
		[{ sharePicture: '//evil.example/a.png' }, /^Use the full address of a picture/],
		[{ spotifyUrl: 'data:text/html,x' }, /^Use a full address that starts with https/],
		[{ youtubeUrl: 'http://' }, /^Use a full address that starts with https/],
		[{ appleId: 'id1234567890' }, /^Use the number at the end of the show’s Apple address/],
		[{ feedUrl: 'file:///etc/passwd' }, /^Use the full address of the feed/],
		[{ feedUrl: 'https://user:word@feeds.example/x' }, /^Use the full address of the feed/],
		[{ mailReplyTo: 'office@club.example, all@club.example' }, /^Use an email address/],
		[{ mailQuotes: 'everything' }, /^Choose what emails may quote$/],
		[{ timeZone: 'Mars/Olympus' }, /^Choose a time zone from the list$/],
		[{ name: 'x'.repeat(61) }, /^Name must be at most 60 characters$/],
		[{ teachers: [{ name: ' ', admission: '', about: '', portrait: '', portraitAlt: '' }] }, /^Enter a name/],
		[{ version: '1' }, /^This version is unknown/],
	])('%j', async (body, sentence) => {
		const reply = await save(body)
		expect([reply.status, reply.text]).toEqual([400, expect.stringMatching(sentence)])
		expect(await stored()).toBeUndefined()
	})

	test('a color of three digits or without # is normalized', async () => {
		await save({ primary: '711' })
		expect(site().primary).toBe('#771111')
	})
})

describe('club pages', () => {
	test('exist only while they have text, and contain no scripts', async () => {
		expect((await publicPages()).map(({ path }) => path)).not.toContain('/privacy')
		await save({ privacy: '<h3>What we keep</h3><p onclick="x()">Little.<script>alert(1)</script></p>' })
		expect((await publicPages()).map(({ path }) => path)).toContain('/privacy')
		expect(clubPageOf('privacy')).toMatchObject({ path: '/privacy', title: 'Privacy' })
		expect(clubPageOf('privacy')?.html).not.toMatch(/script|onclick/)
		await save({ privacy: '<p> &nbsp;<br></p>' })
		expect(clubPageOf('privacy')).toBeUndefined()
		expect((await publicPages()).map(({ path }) => path)).not.toContain('/privacy')
	})

	test('reject text that exceeds its limit after sanitizing', async () => {
		await save({ privacy: '<p>What we keep.</p>' })
		const links = '<p><a href="https://example.org/of-some-length">law</a></p>'.repeat(1000)
		expect(await save({ privacy: links })).toMatchObject({
			status: 400,
			text: 'The text of a page must be at most 60,000 characters of HTML, links included',
		})
		expect((await read()).privacy).toBe('<p>What we keep.</p>')
	})

	test('cannot use the name of a setting or an inherited property', () => {
		for (const name of ['name', 'teachers', '__proto__', 'constructor', undefined])
			expect(clubPageOf(name)).toBeUndefined()
	})
})

test('the queue entry for all pages covers every existing and possible page', async () => {
	const { id } = await makeCourse(as.admin)
	const pages = await pagesOf(['/courses/gone', EVERY_PAGE])
	const expected = [
		'/',
		'/courses',
		`/courses/${id}`,
		'/privacy',
		'/terms',
		'/contact',
		...statusPaths,
		'/courses/gone',
	]
	expect([...pages].sort()).toEqual(expected.sort())
})

test('another node with an older cache reads the saved settings', async () => {
	await save({ name: 'Bench' })
	setSite({ name: 'Before' })
	await loadSite()
	expect(site().name).toBe('Bench')
})
