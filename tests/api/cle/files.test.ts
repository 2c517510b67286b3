import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { erasePerson } from '#db/erase-person.ts'
import { cleCredits } from '#db/schema/cle.ts'
import { memberships } from '#db/schema/dues.ts'
import { media, mediaUses } from '#db/schema/media.ts'
import { users } from '#db/schema/users.ts'
import { type Credit, getLedger, getUpload, listCredits, uploadCertificate } from '#src/features/cle/contract.ts'
import { exportLedger } from '#src/features/cle/export-contract.ts'
import { listDeletions, restoreDeletion } from '#src/features/deletions/contract.ts'
import { deleteMedia, listMedia } from '#src/features/media/contract.ts'
import { removeOrphans } from '#src/features/media/server/library.ts'
import { setMediaStore } from '#src/features/media/server/media-storage.ts'
import { mediaWorkers } from '#src/features/media/server/removal.ts'
import { deleteUser } from '#src/features/users/contract.ts'
import { setSite } from '#src/lib/site/site.ts'
import { runOutbox } from '#src/platform/jobs/outbox.ts'
import { localMedia } from '#src/platform/storage/local-media.ts'
import { callApi, insertAccount, type Principal, signedIn, visitor } from '#tests/support/api/api.ts'
import {
	add,
	admin,
	admit,
	cardOf,
	creditsOf,
	log,
	member,
	newYork,
	other,
	setUpCle,
	statusAndText,
} from '#tests/support/cle/cle.ts'
import { getFile as getMedia } from '#tests/support/media/media.ts'
import { unpacked } from '#tests/support/servers/archives.ts'

setUpCle()

let folder: string
beforeEach(async () => {
	folder = mkdtempSync(join(tmpdir(), 'second-chair-cle-'))
	setMediaStore(localMedia(folder))
	await db().delete(media)
})
afterEach(() => {
	setMediaStore(undefined)
	setSite({})
	rmSync(folder, { recursive: true, force: true })
})

const PDF = Buffer.from('%PDF-1.7\nA certificate\n%%EOF')
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])
const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])

type Uploaded = { mediaId: string; name: string; href: string }

const send = (rawBody: Uint8Array, name = 'My certificate.pdf', as = member) =>
	callApi(uploadCertificate, { as, query: { name }, rawBody })

async function upload(rawBody: Uint8Array = PDF, as = member): Promise<Uploaded> {
	const reply = await send(rawBody, 'My certificate.pdf', as)
	expect(reply.status, reply.text).toBe(201)
	return reply.json as Uploaded
}

/** Logs a credit with a certificate. */
async function logWithFile(as = member): Promise<Uploaded & { admissionId: string }> {
	const admissionId = await admit(newYork, as)
	const uploaded = await upload(PDF, as)
	expect((await add(admissionId, { mediaId: uploaded.mediaId }, as)).status).toBe(201)
	return { ...uploaded, admissionId }
}

const getFile = (href: string, as: Principal) =>
	callApi(getUpload, { as, params: { id: href.slice(href.lastIndexOf('/') + 1) } })

/** Returns the names of all files in the storage. */
const stored = () =>
	readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : []))

describe('an uploaded certificate', () => {
	test.each([
		['a PDF', PDF, 'application/pdf'],
		['a PNG', PNG, 'image/png'],
		['a JPEG', JPEG, 'image/jpeg'],
	])('%s is stored unchanged and can be read only by its member', async (_, bytes, type) => {
		const { href } = await upload(bytes)
		const reply = await getFile(href, member)
		expect([reply.status, reply.header('content-type')]).toEqual([200, type])
		expect(reply.bytes.equals(bytes)).toBe(true)
		expect(reply.header('cache-control')).toBe('private, no-cache')
		expect((await getFile(href, other)).status).toBe(404)
		expect((await getFile(href, admin)).status).toBe(404)
		expect((await getFile(href, visitor())).status).toBe(401)
		const [row] = await db().select().from(media)
		for (const as of [member, admin])
			expect((await getMedia(`/media/${row?.id}/${row?.files[0]?.name}`, as)).status).toBe(404)
	})

	test('must be a PDF, a JPEG or a PNG by its bytes, and at most 10 MB', async () => {
		expect(statusAndText(await send(Buffer.from('<svg/>')))).toEqual([400, 'Use a PDF, JPEG or PNG file'])
		const large = Buffer.alloc(10_000_001)
		PDF.copy(large)
		expect((await send(large)).status).toBe(413)
		expect((await send(large.subarray(0, 10_000_000))).status).toBe(201)
		expect(await db().$count(media)).toBe(1)
	})

	test('is refused above 200 MB per member, even for concurrent uploads', async () => {
		const { mediaId } = await upload()
		await db().update(media).set({ bytes: 199_999_900 }).where(eq(media.id, mediaId))
		expect(PDF).toHaveLength(28)
		const replies = await Promise.all(Array.from({ length: 5 }, () => send(PDF)))
		expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 409, 409])
		expect(statusAndText(await send(PNG, 'large.png'))).toEqual([201, expect.anything()])
		expect(statusAndText(await send(PDF))).toEqual([
			409,
			'Your files take up 200 MB, which is the limit. Upload a smaller file.',
		])
		expect((await send(PDF, 'theirs.pdf', other)).status).toBe(201)
	})

	test('is not in the club’s library, and admins cannot delete it', async () => {
		const { mediaId } = await upload()
		expect((await callApi(listMedia, { as: admin })).json).toEqual([])
		expect((await callApi(deleteMedia, { as: admin, params: { id: mediaId } })).status).toBe(404)
		expect(await db().$count(media)).toBe(1)
	})

	test('is named in its credit, and no other member can use it', async () => {
		const { mediaId, href, admissionId } = await logWithFile()
		const [credit] = await creditsOf({ admission: admissionId })
		expect(credit?.file).toEqual({ name: 'My certificate.pdf', href })
		const theirs = await admit(newYork, other)
		expect(statusAndText(await add(theirs, { mediaId }, other))).toEqual([
			400,
			'This file no longer exists. Upload it again.',
		])
	})

	test('is kept while a credit refers to it, and otherwise for a month', async () => {
		const { mediaId } = await logWithFile()
		const unused = await upload(PNG)
		expect(await db().select().from(mediaUses).where(eq(mediaUses.mediaId, mediaId))).toHaveLength(1)
		await removeOrphans(Date.now() + 31 * 24 * 60 * 60_000)
		expect((await db().select().from(media)).map(({ id }) => id)).toEqual([mediaId])
		expect((await getFile(unused.href, member)).status).toBe(404)
	})
})

describe('a member whose membership lapsed', () => {
	test('can still read credits, certificates and the download, but cannot add any', async () => {
		setSite({ collectsDues: 'on' })
		const account = await insertAccount({ name: 'Vera Lapsed' })
		const as = await signedIn(account)
		const { admissionId, href } = await logWithFile(as)
		await db()
			.insert(memberships)
			.values({ userId: account.id, startedOn: '2025-01-01', anchorDay: 1, paidThrough: '2026-01-01' })
		expect((await callApi(getLedger, { as })).status).toBe(200)
		expect((await callApi(listCredits, { as })).json).toHaveLength(1)
		expect((await getFile(href, as)).bytes.equals(PDF)).toBe(true)
		expect((await callApi(exportLedger, { as })).status).toBe(200)
		expect((await add(admissionId, { title: 'More' }, as)).status).toBe(403)
		expect((await send(PDF, 'x.pdf', as)).status).toBe(403)
	})
})

describe('the download', () => {
	const files = async (as: Principal) => {
		const reply = await callApi(exportLedger, { as })
		expect([reply.status, reply.header('content-type')]).toEqual([200, 'application/zip'])
		const file = join(folder, 'export.zip')
		writeFileSync(file, reply.bytes)
		return unpacked(file)
	}

	test('has the credits as a table, the uploads and an overview', async () => {
		const { admissionId, mediaId } = await logWithFile()
		await log(admissionId, 'ethics', 150, { title: '=HYPERLINK("https://evil.example")', format: 'self-study' })
		const archive = await files(member)
		const path = `uploads/2026-05-05-fee-agreements-that-hold-${mediaId.slice(-4)}.pdf`
		expect([...archive.keys()]).toEqual(['credits.csv', path, 'overview.html'])
		expect(archive.get(path)?.equals(PDF)).toBe(true)
		const lines = archive.get('credits.csv')?.toString().split('\r\n') ?? []
		expect(lines[0]).toContain('"Jurisdiction","Cycle","Date","Title"')
		expect(lines.find((line) => line.includes('HYPERLINK'))).toContain(`"'=HYPERLINK(""https://evil.example"")"`)
		expect(lines).toContain(
			'"New York","12 Apr 2025 to 11 Apr 2027","2026-05-05","Fee agreements that hold","Bar Association","In person",50,"Areas of professional practice","1.0","Other provider","Self-reported, not accredited","",""',
		)
		const html = archive.get('overview.html')?.toString() ?? ''
		expect(html).toContain('Credits of Dana Whitfield')
		expect(html).toContain('Rules of New York, checked 22 Nov 2026. Confirm with the board.')
		expect(html).toContain(`href="${path}"`)
		expect(html).not.toContain('<script')
	})

	test('escapes all text that a member typed', async () => {
		const { admissionId, mediaId } = await logWithFile()
		const typed = '<img src=x onerror=alert(1)>'
		const title = `${typed}" onload="alert(2)`
		const { mediaId: second } = await upload()
		expect((await add(admissionId, { title, provider: typed, mediaId: second })).status).toBe(201)
		const archive = await files(member)
		expect(archive.size).toBe(4)
		const html = archive.get('overview.html')?.toString() ?? ''
		expect(html).not.toMatch(/<img|onload="/)
		expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
		for (const path of archive.keys()) expect(path).toMatch(/^[\w./-]+$/)
		expect([...archive.keys()].some((path) => path.includes(mediaId.slice(-4)))).toBe(true)
	})

	test('of a member without admissions is an empty table', async () => {
		const archive = await files(other)
		expect([...archive.keys()]).toEqual(['credits.csv', 'overview.html'])
	})

	test('is limited to twenty at a time', async () => {
		const as = await signedIn(await insertAccount())
		for (let turn = 0; turn < 20; turn++) expect((await callApi(exportLedger, { as })).status).toBe(200)
		expect((await callApi(exportLedger, { as })).status).toBe(429)
	})
})

describe('a deleted account', () => {
	test('is restored with its credits and certificates', async () => {
		const account = await insertAccount({ name: 'Vera Back' })
		const as = await signedIn(account)
		const { href, admissionId } = await logWithFile(as)
		expect((await callApi(deleteUser, { as: admin, params: { id: account.id } })).status).toBe(204)
		expect(await db().$count(cleCredits, eq(cleCredits.userId, account.id))).toBe(0)
		await removeOrphans()
		const [deletion] = (await callApi(listDeletions, { as: admin })).json as { id: string }[]
		const restored = await callApi(restoreDeletion, { as: admin, params: { id: deletion?.id ?? '' } })
		expect(restored.status, restored.text).toBe(200)
		const newSession = await signedIn(account)
		expect((await cardOf(admissionId, newSession)).total.have).toBe(100)
		expect(((await callApi(listCredits, { as: newSession })).json as Credit[])[0]?.file?.href).toBe(href)
		expect((await getFile(href, newSession)).status).toBe(200)
	})

	test('leaves nothing when erased, not even the bytes of certificates', async () => {
		const account = await insertAccount({ name: 'Vera Gone' })
		await logWithFile(await signedIn(account))
		expect(stored()).toHaveLength(1)
		await erasePerson(account)
		expect(await db().$count(users, eq(users.id, account.id))).toBe(0)
		expect(await db().$count(cleCredits, eq(cleCredits.userId, account.id))).toBe(0)
		await removeOrphans()
		expect(await db().$count(media)).toBe(0)
		await runOutbox(mediaWorkers, { only: Object.keys(mediaWorkers) })
		expect(stored()).toEqual([])
	})
})
