import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { enroll, updateCourse } from '#src/features/courses/contract.ts'
import { listDeletions, restoreDeletion } from '#src/features/deletions/contract.ts'
import { getMediaFile, listMedia, type MediaItem } from '#src/features/media/contract.ts'
import { setMediaStore } from '#src/features/media/server/media-storage.ts'
import {
	type CourseModule,
	createModule,
	deleteModule,
	listModules,
	updateModule,
} from '#src/features/modules/contract.ts'
import { MAX_WORKSHEETS, type Worksheet, worksheetsOf } from '#src/features/modules/worksheets.ts'
import { localMedia } from '#src/platform/storage/local-media.ts'
import { callApi, insertAccount, type Principal, signedIn, visitor } from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'
import { makeCourse } from '#tests/support/courses/courses.ts'
import { QUIZ } from '#tests/support/courses/quiz.ts'
import { itemOf, upload } from '#tests/support/media/media.ts'
import { sampleAudio, sampleDocument } from '#tests/support/media/media-samples.ts'

let database: TestDatabase
let folder: string
let admin: Principal
let member: Principal
let courseId: string
beforeEach(async () => {
	database = await freshDatabase()
	folder = mkdtempSync(join(tmpdir(), 'second-chair-worksheets-'))
	setMediaStore(localMedia(folder))
	admin = await signedIn(await insertAccount({ role: 'admin' }))
	member = await signedIn(await insertAccount())
	courseId = (await makeCourse(admin)).id
})
afterEach(async () => {
	setMediaStore(undefined)
	await database.discard()
	rmSync(folder, { recursive: true, force: true })
})

const TEXT = { title: 'Fees', description: 'What to ask, and when.', content: '<p>Read this with care, and twice.</p>' }

async function addFile(name = 'Fee agreement.docx'): Promise<Worksheet> {
	const { url, bytes, isPublic } = itemOf(
		await upload(admin, sampleDocument(), { name, purpose: 'worksheet', isPublic: false }),
	)
	return { url, title: 'Fee agreement', bytes, isPublic }
}
const create = (additionalContent: unknown, type = 'text') =>
	callApi(createModule, { as: admin, params: { id: courseId }, body: { ...TEXT, type, additionalContent } })
const change = (id: string, body: Record<string, unknown>) => callApi(updateModule, { as: admin, params: { id }, body })
const moduleOf = (reply: { json: unknown }) => reply.json as CourseModule
const shownTo = async (as: Principal) => {
	const [first] = (await callApi(listModules, { as, params: { id: courseId } })).json as CourseModule[]
	return worksheetsOf(first?.additionalContent ?? '')
}
const download = (url: string, as: Principal, method = 'GET') => {
	const [, , id = '', name = ''] = url.split('/')
	return callApi({ ...getMediaFile, method } as typeof getMediaFile, { as, params: { id, name } })
}
const statusOf = async (url: string, as: Principal) => (await download(url, as)).status

describe('worksheets of a module', () => {
	test('are listed in order for every reader, for any module type', async () => {
		const files = [await addFile('b.docx'), await addFile('a.docx')]
		const reply = await create({ ...QUIZ, files }, 'quiz')
		expect(reply.status, reply.text).toBe(201)
		expect(JSON.parse(moduleOf(reply).additionalContent)).toMatchObject({ ...QUIZ, files })
		expect([await shownTo(visitor()), await shownTo(member)]).toEqual([files, files])
		await change(moduleOf(reply).id, { additionalContent: { ...QUIZ, files: files.toReversed() } })
		expect(await shownTo(member)).toEqual(files.toReversed())
		await change(moduleOf(reply).id, { additionalContent: QUIZ })
		expect(await shownTo(admin)).toEqual([])
	})

	test('have an audio duration and play for members, but not for visitors', async () => {
		const item = itemOf(
			await upload(admin, sampleAudio({ seconds: 12 }), { name: 'words.mp3', purpose: 'worksheet', isPublic: false }),
		)
		const file = { url: item.url, title: 'Opening words', bytes: item.bytes, seconds: item.seconds, isPublic: false }
		const reply = await create({ files: [file] })
		expect(reply.status, reply.text).toBe(201)
		expect(await shownTo(visitor())).toEqual([{ ...file, seconds: 12 }])
		expect(await statusOf(item.url, visitor())).toBe(401)
	})

	test('are kept when only the type or the text changes', async () => {
		const files = [await addFile()]
		const { id } = moduleOf(await create({ files }))
		await change(id, { type: 'journal' })
		await change(id, { title: 'Fees, again' })
		expect(await shownTo(member)).toEqual(files)
	})

	test('are listed as in use in the library, and deleted and restored with the module', async () => {
		const file = await addFile()
		const { id } = moduleOf(await create({ files: [file] }))
		const uses = async () =>
			((await callApi(listMedia, { as: admin })).json as MediaItem[]).flatMap((item) =>
				item.uses.map(({ title }) => title),
			)
		expect(await uses()).toEqual([TEXT.title])
		await callApi(deleteModule, { as: admin, params: { id } })
		expect(await uses()).toEqual([])
		const [deletion] = (await callApi(listDeletions, { as: admin })).json as Array<{ id: string }>
		await callApi(restoreDeletion, { as: admin, params: { id: deletion?.id ?? '' } })
		expect(await uses()).toEqual([TEXT.title])
		expect(await shownTo(visitor())).toEqual([file])
	})

	const given: Worksheet = { url: `/media/${'a'.repeat(20)}/a.pdf`, title: 'A', bytes: 1, isPublic: true }
	const numbered = (_: unknown, at: number) => ({ ...given, url: `/media/${String(at).padStart(20, '0')}/a.pdf` })
	test.each([
		['from elsewhere', [{ ...given, url: 'https://elsewhere.example/a.pdf' }], 'Attach files from the library'],
		['that is a program', [{ ...given, url: 'javascript:alert(1)' }], 'Attach files from the library'],
		['without a name', [{ ...given, title: '  ' }], 'Name the file'],
		['with a long name', [{ ...given, title: 'a'.repeat(201) }], 'The name must be at most 200 characters'],
		['twice', [given, given], 'Attach each file once'],
		['that is no list', 'a.pdf', 'Attach files from the library'],
		['one more than there may be', Array.from({ length: MAX_WORKSHEETS + 1 }, numbered), 'Attach at most 20 files'],
	])('%s are rejected without a write', async (_, files, sentence) => {
		const reply = await create({ files })
		expect([reply.status, reply.text]).toEqual([400, sentence])
		expect((await callApi(listModules, { as: admin, params: { id: courseId } })).json).toEqual([])
	})
})

describe('access to a worksheet', () => {
	test('is limited to admins and members enrolled in the published course', async () => {
		const { url } = await addFile()
		expect(await statusOf(url, admin)).toBe(200)
		const { id } = moduleOf(await create({ files: [{ ...(await addFile()), url }] }))
		expect([await statusOf(url, visitor()), await statusOf(url, member)]).toEqual([401, 404])
		expect((await callApi(enroll, { as: member, params: { id: courseId } })).status).toBe(200)
		const other = await signedIn(await insertAccount())
		expect([await statusOf(url, member), await statusOf(url, other)]).toEqual([200, 404])
		await callApi(updateCourse, { as: admin, params: { id: courseId }, body: { isPublished: false } })
		expect(await statusOf(url, member)).toBe(404)
		await callApi(updateCourse, { as: admin, params: { id: courseId }, body: { isPublished: true } })
		await change(id, { additionalContent: {} })
		expect(await statusOf(url, member)).toBe(404)
	})

	test('downloads a document without scripts and without shared caching', async () => {
		const { url } = await addFile('Honorar für Erben.docx')
		const reply = await download(url, admin)
		expect(reply.header('content-type')).toContain('wordprocessingml.document')
		expect(reply.header('content-disposition')).toContain("filename*=UTF-8''Honorar%20f%C3%BCr%20Erben.docx")
		expect(reply.header('cache-control')).toBe('private, no-cache')
		expect(reply.bytes.equals(sampleDocument())).toBe(true)
	})
})
