import { eq, like } from 'drizzle-orm'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { db } from '#db/client.ts'
import { courses } from '#db/schema/courses.ts'
import { outbox } from '#db/schema/platform/operations.ts'
import { deleteCourse, updateCourse } from '#src/features/courses/contract.ts'
import { runSchedule } from '#src/features/courses/server/schedule.ts'
import { listDeletions, restoreDeletion } from '#src/features/deletions/contract.ts'
import { deleteModule, updateModule } from '#src/features/modules/contract.ts'
import { updateSettings } from '#src/features/settings/contract.ts'
import * as settings from '#src/platform/env/env.ts'
import { callApi, insertAccount, type Principal, signedIn, visitor } from '#tests/support/api/api.ts'
import { makeCourse, makeModule } from '#tests/support/courses/courses.ts'
import { admin, getFile, itemOf, setUpMedia, upload } from '#tests/support/media/media.ts'
import { sampleDocument, samplePdf, samplePicture } from '#tests/support/media/media-samples.ts'

setUpMedia()
afterEach(() => {
	vi.restoreAllMocks()
})

const SHORT = 'public, max-age=31536000, s-maxage=3600, immutable'
const LASTING = 'public, max-age=31536000, immutable'

const worksheet = async () =>
	itemOf(await upload(admin, sampleDocument(), { name: 'a.docx', purpose: 'worksheet', isPublic: true }))
const statusFor = async (url: string, as: Principal = visitor()) => (await getFile(url, as)).status
const change = (id: string, body: object) => callApi(updateCourse, { as: admin, params: { id }, body })

/** Creates a module with a worksheet that was uploaded as public. */
async function makeShown(course: object = {}) {
	const { id: courseId } = await makeCourse(admin, { ...course })
	const item = await worksheet()
	const file = { url: item.url, title: 'Agreement', bytes: item.bytes, isPublic: true }
	const { id } = await makeModule(admin, courseId, { additionalContent: { files: [file] } })
	return { courseId, id, url: item.url }
}

async function restoreAll() {
	for (const { id } of (await callApi(listDeletions, { as: admin })).json as { id: string }[])
		expect((await callApi(restoreDeletion, { as: admin, params: { id } })).status).toBe(200)
}

describe('a file uploaded as public', () => {
	test.each([{ membersOnly: true }, {}])(
		'is only for admins once its module is deleted, in a course with %o',
		async (course) => {
			const { id, url } = await makeShown(course)
			const before = await statusFor(url)
			expect((await callApi(deleteModule, { as: admin, params: { id } })).status).toBe(204)
			const member = await signedIn(await insertAccount())
			expect([await statusFor(url), await statusFor(url, member), await statusFor(url, admin)]).toEqual([401, 404, 200])
			await restoreAll()
			expect(await statusFor(url)).toBe(before)
		},
	)

	test('is only for admins while its course is a draft or deleted', async () => {
		const { courseId, url } = await makeShown()
		expect(await statusFor(url)).toBe(200)
		await change(courseId, { isPublished: false })
		const draft = await getFile(url)
		expect([draft.status, draft.header('cache-control')]).toEqual([401, undefined])
		expect((await getFile(url, admin)).header('cache-control')).toBe('private, no-cache')
		await change(courseId, { isPublished: true })
		expect(await statusFor(url)).toBe(200)
		await callApi(deleteCourse, { as: admin, params: { id: courseId } })
		expect(await statusFor(url)).toBe(401)
	})

	test('and never used in a module stays public before, during and after its use as a draft’s cover', async () => {
		const picture = itemOf(await upload(admin, await samplePicture(100, 80), { name: 'a.jpg' }))
		const readCaching = async () => {
			const reply = await getFile(picture.url)
			return [reply.status, reply.header('cache-control')]
		}
		expect(await readCaching()).toEqual([200, SHORT])
		const { id } = await makeCourse(admin, { imageUrl: picture.url })
		await callApi(updateSettings, { as: admin, body: { logo: picture.url } })
		expect(await readCaching()).toEqual([200, LASTING])
		await callApi(updateSettings, { as: admin, body: { logo: '' } })
		await change(id, { isPublished: false })
		expect(await readCaching()).toEqual([200, LASTING])
		await callApi(deleteCourse, { as: admin, params: { id } })
		expect(await readCaching()).toEqual([200, SHORT])
	})

	test('is revalidated by shared caches within the hour if modules show it', async () => {
		const { courseId, url } = await makeShown()
		expect((await getFile(url)).header('cache-control')).toBe(SHORT)
		// As a cover it is public regardless of the module, but the cover may change.
		await change(courseId, { imageUrl: url, membersOnly: true })
		expect((await getFile(url)).header('cache-control')).toBe(SHORT)
	})
})

describe('purging the CDN', () => {
	const withCdn = () => {
		const original = settings.env()
		vi.spyOn(settings, 'env').mockReturnValue({ ...original, cdnPurgeUrl: 'https://cdn.example/purge' })
	}
	const purged = async () =>
		(await db().select().from(outbox).where(like(outbox.payload, '%/media/%'))).map(({ payload }) =>
			JSON.parse(payload),
		)
	const purgeOf = (url: string) => [{ paths: [url], urls: [settings.env().publicUrl + url] }]

	test.each([
		['a course that is for members now', ({ courseId }) => change(courseId, { membersOnly: true })],
		['a course that is a draft again', ({ courseId }) => change(courseId, { isPublished: false })],
		['a course that is deleted', ({ courseId }) => callApi(deleteCourse, { as: admin, params: { id: courseId } })],
		['a module that is deleted', ({ id }) => callApi(deleteModule, { as: admin, params: { id } })],
		[
			'a module that opens later',
			({ id }) => callApi(updateModule, { as: admin, params: { id }, body: { availableAfterDays: 7 } }),
		],
		[
			'a course that is unpublished on schedule',
			async ({ courseId }) => {
				await db()
					.update(courses)
					.set({ unpublishAt: new Date(Date.now() - 1_000) })
					.where(eq(courses.id, courseId))
				await runSchedule('here')
			},
		],
	] as Array<[string, (shown: { courseId: string; id: string }) => Promise<unknown>]>)('for %s', async (_, close) => {
		const shown = await makeShown()
		const other = await makeShown()
		withCdn()
		await close(shown)
		expect(await statusFor(shown.url)).toBe(401)
		expect(await purged()).toEqual(purgeOf(shown.url))
		expect(await statusFor(other.url)).toBe(200)
	})

	test('needs a public file that was locked', async () => {
		const { courseId, id } = await makeShown()
		const closed = await makeCourse(admin)
		const item = itemOf(await upload(admin, samplePdf, { name: 'b.pdf', purpose: 'worksheet', isPublic: false }))
		const file = { url: item.url, title: 'Private', bytes: item.bytes, isPublic: false }
		await makeModule(admin, closed.id, { additionalContent: { files: [file] } })
		const empty = await makeCourse(admin)
		withCdn()
		await change(courseId, { title: 'Another title' })
		await callApi(updateModule, { as: admin, params: { id }, body: { title: 'Another title' } })
		await change(closed.id, { membersOnly: true })
		await change(empty.id, { membersOnly: true })
		expect(await purged()).toEqual([])
	})
})
