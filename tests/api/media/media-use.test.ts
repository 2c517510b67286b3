import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { media, mediaUses } from '#db/schema/media.ts'
import { createCourse, deleteCourse, enroll, updateCourse } from '#src/features/courses/contract.ts'
import { removeOrphans } from '#src/features/media/server/library.ts'
import { createModule, updateModule } from '#src/features/modules/contract.ts'
import { createDraft, updateDraft } from '#src/features/modules/draft-contract.ts'
import { updateSettings } from '#src/features/settings/contract.ts'
import type { Contract } from '#src/lib/api/contract.ts'
import { env } from '#src/platform/env/env.ts'
import { localMedia } from '#src/platform/storage/local-media.ts'
import { callApi, insertAccount, type Principal, signedIn, visitor } from '#tests/support/api/api.ts'
import { admin, announce, folder, getFile, itemOf, listFiles, setUpMedia, upload } from '#tests/support/media/media.ts'
import { samplePdf, samplePicture } from '#tests/support/media/media-samples.ts'

setUpMedia()

describe('access to a file', () => {
	let member: Principal
	let course: string
	const COURSE = { title: 'Fees', description: 'How to raise them, and when', isPublished: true }
	const MODULE = { title: 'One', description: 'What it is about', type: 'text' }
	beforeEach(async () => {
		member = await signedIn(await insertAccount())
		course = ((await callApi(createCourse, { as: admin, body: COURSE })).json as { id: string }).id
	})
	const addModule = async (content: string) => {
		const reply = await callApi(createModule, { as: admin, params: { id: course }, body: { ...MODULE, content } })
		expect(reply.status, reply.text).toBe(201)
		return (reply.json as { id: string }).id
	}
	const privatePdf = async () => itemOf(await upload(admin, samplePdf, { name: 'Checkliste.pdf', isPublic: false }))

	test('that is private is limited to admins and to members while they are enrolled in its course', async () => {
		const { url } = await privatePdf()
		const statusFor = async (as: Principal) => (await getFile(url, as)).status
		expect([await statusFor(visitor()), await statusFor(member), await statusFor(admin)]).toEqual([401, 404, 200])
		const module = await addModule(`<p>See <a href="${env().publicUrl}${url}">the sheet</a>, please</p>`)
		expect(await statusFor(member)).toBe(404)
		expect((await callApi(enroll, { as: member, params: { id: course } })).status).toBe(200)
		const other = await signedIn(await insertAccount())
		expect([await statusFor(visitor()), await statusFor(member), await statusFor(other)]).toEqual([401, 200, 404])
		await callApi(updateCourse, { as: admin, params: { id: course }, body: { isPublished: false } })
		expect(await statusFor(member)).toBe(404)
		await callApi(updateCourse, { as: admin, params: { id: course }, body: { isPublished: true } })
		await callApi(updateModule, { as: admin, params: { id: module }, body: { content: '<p>Nothing to see here</p>' } })
		expect([await statusFor(member), await statusFor(admin)]).toEqual([404, 200])
	})

	test('that is private stays out of shared caches, and a PDF is a download without scripts', async () => {
		const { url } = await privatePdf()
		const reply = await getFile(url, admin)
		expect(reply.header('cache-control')).toBe('private, no-cache')
		expect(reply.header('content-disposition')).toContain('attachment; filename="Checkliste.pdf"')
	})

	test('a name with folders is saved without them', async () => {
		const { url } = itemOf(await upload(admin, samplePdf, { name: '../../etc/Fees “2026”.pdf' }))
		expect((await getFile(url, admin)).header('content-disposition')).toBe(
			`attachment; filename="Fees _2026_.pdf"; filename*=UTF-8''Fees%20%E2%80%9C2026%E2%80%9D.pdf`,
		)
	})

	test('uses of a file are recorded by every service that writes them', async () => {
		const picture = itemOf(await upload(admin, await samplePicture(100, 80), { name: 'a.jpg' }))
		const usesOf = async () => (await listFiles()).find(({ id }) => id === picture.id)?.uses
		await callApi(updateCourse, { as: admin, params: { id: course }, body: { imageUrl: picture.url } })
		await addModule(`<p>A picture: <a href="${env().publicUrl}${picture.url}">here</a></p>`)
		await callApi(updateSettings, { as: admin, body: { logo: picture.url } })
		expect((await usesOf())?.map(({ type, title, href }) => [type, title, href])).toEqual([
			['course', 'Fees', '/admin/courses'],
			['module', 'One', `/admin/courses/${course}/modules`],
			['settings', 'Club settings', '/admin/settings'],
		])
		await callApi(updateSettings, { as: admin, body: { logo: '' } })
		await callApi(deleteCourse, { as: admin, params: { id: course } })
		expect(await usesOf()).toEqual([])
	})
})

describe('a use of a file', () => {
	test('is found in any text, but only by its full URL', async () => {
		const ids: string[] = []
		for (const name of ['a', 'b', 'c', 'd'])
			ids.push(itemOf(await upload(admin, samplePdf, { name: `${name}.pdf` })).id)
		const [a = '', b = '', c = '', d = ''] = ids
		const course = { title: 'Fees', description: 'How to raise them, and when', isPublished: true }
		const { id } = (await callApi(createCourse, { as: admin, body: course })).json as { id: string }
		const texts = [
			[`"\\/media/${a}/x" and 'one' \u0041 {"k":["/media/${b}/y"]} ]}`, [a, b]],
			[`/media//media/${a}/x/media/${a}/y`, [a]],
			[`/media/${c}`, []],
			[`/media/${c.slice(1)}/x /media/x${d}/x media/${d}/x`, []],
			[`\n\t\0/media/${d}/`, [d]],
			['nothing', []],
		] as const
		for (const [text, uses] of texts) {
			await db().run(sql`update courses set image_url = ${text} where id = ${id}`)
			const found = await db().select().from(mediaUses).where(eq(mediaUses.subjectId, id))
			expect(found.map(({ mediaId }) => mediaId)).toEqual([...uses].sort())
		}
	})

	test('is looked up by key for any number of files, without reading others', async () => {
		const triggers = await db().all<{ sql: string }>(
			sql`select sql from sqlite_master where type = 'trigger' and name like 'media_used_by%'`,
		)
		expect(triggers).toHaveLength(10)
		for (const trigger of triggers) {
			const [select = ''] = /SELECT `media`[\s\S]*?(?=\s+ON CONFLICT)/.exec(trigger.sql) ?? []
			const plan = await db().all<{ detail: string }>(
				sql.raw(`explain query plan ${select.replaceAll(/new\.`\w+`/g, "'x'")}`),
			)
			expect(plan.map(({ detail }) => detail).filter((detail) => /media/i.test(detail))).toEqual([
				expect.stringMatching(/^SEARCH media USING .*INDEX .*\(id=\?\)/),
			])
		}
	})
})

describe('files are recorded after repeated saves of', () => {
	const TIMES = [1, 2, 3]
	let picture: string
	let pdf: string
	beforeEach(async () => {
		picture = itemOf(await upload(admin, await samplePicture(100, 80), { name: 'a.jpg' })).url
		pdf = itemOf(await upload(admin, samplePdf, { name: 'a.pdf' })).url
	})
	const save = async (contract: Contract, id: string, body: object) => {
		const reply = await callApi(contract, { as: admin, params: { id }, body })
		expect(reply.status, reply.text).toBeLessThan(300)
		return (reply.json ?? {}) as { id: string }
	}
	const usesOf = async (subjectType: string) =>
		(await db().select().from(mediaUses)).filter((use) => use.subjectType === subjectType).length
	const COURSE = { title: 'Fees', description: 'How to raise them, and when', isPublished: true }

	test('settings: logo, portraits, the preview picture, and twice in a page', async () => {
		const teachers = [{ name: 'Ruth', admission: '', about: '', portrait: picture, portraitAlt: 'Ruth' }]
		const files = { logo: picture, hostPortrait: picture, sharePicture: picture, teachers }
		const terms = `<p><a href="${pdf}">One</a> and <a href="${pdf}">the same</a></p>`
		for (const time of TIMES) {
			await save(updateSettings, '', { ...files, terms, name: `Club ${time}` })
			expect(await usesOf('settings')).toBe(2)
		}
		await save(updateSettings, '', { ...files, terms: '' })
		expect(await usesOf('settings')).toBe(1)
	})

	test('courses and modules with their versions, and both kinds of drafts', async () => {
		const { id } = await save(createCourse, '', { ...COURSE, imageUrl: picture })
		const fields = { title: 'One', description: 'What it is about', type: 'text', additionalContent: {} }
		const content = `<p>See <a href="${pdf}">the sheet</a> and <a href="${picture}">the picture</a></p>`
		const module = await save(createModule, id, { ...fields, content })
		const draft = await save(createDraft, id, { ...fields, content })
		for (const time of TIMES) {
			await save(updateCourse, id, { title: `Fees ${time}`, imageUrl: picture })
			await save(updateModule, module.id, { title: `One ${time}`, content })
		}
		for (const time of TIMES) {
			await save(updateDraft, module.id, { ...fields, title: `Two ${time}`, content, additionalContent: '{}' })
			await save(updateDraft, draft.id, { ...fields, title: `Three ${time}`, content, additionalContent: '{}' })
			expect([await usesOf('course'), await usesOf('module'), await usesOf('draft')]).toEqual([1, 2, 4])
		}
	})

	test('no trigger uses `or replace` or `or ignore`, which the outer statement would override', async () => {
		const triggers = await db().all<{ name: string; sql: string }>(
			sql`select name, sql from sqlite_master where type = 'trigger'`,
		)
		const isForbidden = ({ sql: text }: { sql: string }) => /\b(insert|update)\s+or\s|\breplace\s+into\b/i.test(text)
		expect(triggers.filter(isForbidden).map(({ name }) => name)).toEqual([])
	})
})

describe('unneeded files', () => {
	const DAY = 24 * 60 * 60_000

	test('are removed after a day if incomplete and after thirty days if unused, and used files stay', async () => {
		const used = itemOf(await upload(admin, samplePdf, { name: 'used.pdf' }))
		const unused = itemOf(await upload(admin, samplePdf, { name: 'unused.pdf' }))
		await announce(admin, samplePdf, { name: 'unfinished.pdf' })
		await db().insert(mediaUses).values({ mediaId: used.id, subjectType: 'settings', subjectId: 'club' })
		const names = async () => (await listFiles()).map(({ name }) => name).toSorted()
		await removeOrphans(Date.now() + DAY - 60_000)
		expect(await names()).toEqual(['unfinished.pdf', 'unused.pdf', 'used.pdf'])
		await removeOrphans(Date.now() + DAY + 60_000)
		expect(await names()).toEqual(['unused.pdf', 'used.pdf'])
		expect(unused.goesAt).not.toBeNull()
		await removeOrphans(Date.now() + 30 * DAY + 60_000)
		expect(await names()).toEqual(['used.pdf'])
		expect([(await getFile(used.url)).status, (await getFile(unused.url)).status]).toEqual([200, 404])
	})

	test('are counted from the day of their last use', async () => {
		const { id } = itemOf(await upload(admin, samplePdf, { name: 'a.pdf' }))
		await db()
			.update(media)
			.set({ unusedSince: new Date(0) })
			.where(eq(media.id, id))
		await db().insert(mediaUses).values({ mediaId: id, subjectType: 'settings', subjectId: 'club' })
		await db().delete(mediaUses)
		await removeOrphans()
		expect((await listFiles()).map((item) => item.id)).toEqual([id])
	})

	test('without a row are removed from the storage too', async () => {
		await announce(admin, samplePdf, { name: 'kept.pdf' })
		const store = localMedia(folder)
		const part = (async function* () {
			yield samplePdf
		})()
		await store.putPart('forgotten', { number: 1, offset: 0, bytes: samplePdf.length }, part)
		await removeOrphans()
		expect(existsSync(join(folder, 'incoming', 'forgotten'))).toBe(false)
	})
})
