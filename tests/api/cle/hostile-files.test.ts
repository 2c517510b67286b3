import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { media } from '#db/schema/media.ts'
import { outbox } from '#db/schema/platform/operations.ts'
import { getUpload, uploadCertificate } from '#src/features/cle/contract.ts'
import { setMediaStore } from '#src/features/media/server/media-storage.ts'
import { localMedia } from '#src/platform/storage/local-media.ts'
import { StorageError } from '#src/platform/storage/storage.ts'
import { callApi, insertAccount, type Principal, signedIn } from '#tests/support/api/api.ts'
import { creditsOf, setUpCle, statusAndText } from '#tests/support/cle/cle.ts'

// Files whose content does not match their name, and storage that fails.

setUpCle()

let folder: string
/** A member without uploads. */
let member: Principal
beforeEach(async () => {
	member = await signedIn(await insertAccount())
	folder = mkdtempSync(join(tmpdir(), 'second-chair-cle-'))
	setMediaStore(localMedia(folder))
	await db().delete(media)
})
afterEach(() => {
	setMediaStore(undefined)
	rmSync(folder, { recursive: true, force: true })
})

const PDF = Buffer.from('%PDF-1.7\nA certificate\n%%EOF')
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])
const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])
const HTML = '<!doctype html><script>alert(1)</script>'

const send = (rawBody: Uint8Array | string, name = 'certificate.pdf', as = member) =>
	callApi(uploadCertificate, { as, query: { name }, rawBody })
const nameOf = async (rawBody: Uint8Array, name: string) => ((await send(rawBody, name)).json as { name: string }).name
const stored = () => readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())

test.each<[string, Uint8Array | string]>([
	['nothing', ''],
	['a page of HTML', HTML],
	['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
	['a page of HTML that contains the header of a PDF', `${HTML}\n%PDF-1.7\n%%EOF`],
	['a page of HTML in a comment of a PDF', `<!-- %PDF-1.7 -->${HTML}`],
	['a ZIP', Buffer.from('PK\u0003\u0004%PDF-1.7')],
	['a program', Buffer.from('MZ\u0090\u0000')],
	['the word PDF', '%PDF'],
	['a PDF header without a version', '%PDF-\n%%EOF'],
	['half the header of a PNG', PNG.subarray(0, 5)],
	['a GIF', 'GIF89a'],
	['text', 'This is a PDF, I promise'],
])('%s named as a certificate is refused', async (_, bytes) => {
	for (const name of ['certificate.pdf', 'certificate.png', ''])
		expect(statusAndText(await send(bytes, name))).toEqual([400, 'Use a PDF, JPEG or PNG file'])
	expect(await db().$count(media)).toBe(0)
	expect(stored()).toEqual([])
})

test('a PDF may start with a byte order mark and white space, as some scanners write', async () => {
	expect((await send(Buffer.concat([Buffer.from('\uFEFF\r\n '), PDF]))).status).toBe(201)
})

test('a file name gets the extension of its content', async () => {
	expect(await nameOf(PDF, 'Seminar v1.2')).toBe('Seminar v1.2.pdf')
	expect(await nameOf(PDF, 'page.html')).toBe('page.html.pdf')
	expect(await nameOf(PNG, 'scan.pdf')).toBe('scan.pdf.png')
	expect(await nameOf(JPEG, 'photo.JPEG')).toBe('photo.JPEG')
	expect(await nameOf(PDF, '')).toBe('certificate.pdf')
})

test('a file is downloaded with its real type, regardless of its name', async () => {
	const { mediaId } = (await send(PDF, 'a"; filename="b.html')).json as { mediaId: string }
	const reply = await callApi(getUpload, { as: member, params: { id: mediaId } })
	expect(reply.header('content-type')).toBe('application/pdf')
	const disposition = reply.header('content-disposition') ?? ''
	expect(disposition).toMatch(/^attachment; filename="[^"]*\.pdf"; filename\*=UTF-8''[^";]*\.pdf$/)
})

test('10 MB are accepted, and one byte more is refused', async () => {
	const largest = Buffer.alloc(10_000_000, ' ')
	PDF.copy(largest)
	expect((await send(largest)).status).toBe(201)
	expect(statusAndText(await send(Buffer.concat([largest, Buffer.from(' ')])))[0]).toBe(413)
	expect(await db().$count(media)).toBe(1)
})

test('a member can upload sixty files in an hour', async () => {
	for (let turn = 0; turn < 60; turn++) expect((await send(PDF)).status).toBe(201)
	const reply = await send(PDF)
	expect(statusAndText(reply)).toEqual([429, 'You have uploaded many files in the last hour. Please try again later.'])
	expect(Number(reply.header('retry-after'))).toBeGreaterThan(0)
	expect(await db().$count(media)).toBe(60)
	const other = await signedIn(await insertAccount())
	expect((await send(PDF, 'certificate.pdf', other)).status).toBe(201)
})

describe('storage', () => {
	const failing = (isFull: boolean) => ({
		...localMedia(folder),
		keep: () => Promise.reject(new StorageError('No room', { isFull })),
	})

	test.each([
		['that is full', true, 'The file storage is full. Please try again later.'],
		['that is unavailable', false, 'The file storage is not responding. Please try again in a few minutes.'],
	])('%s does not use up a member’s limit, and a later try succeeds', async (_, isFull, sentence) => {
		setMediaStore(failing(isFull))
		for (let turn = 0; turn < 3; turn++) expect(statusAndText(await send(PDF))).toEqual([503, sentence])
		expect(await db().$count(media)).toBe(0)
		// The outbox removes the remains of the failed uploads.
		expect(await db().$count(outbox)).toBeGreaterThan(0)
		setMediaStore(localMedia(folder))
		expect((await send(PDF)).status).toBe(201)
		expect(await creditsOf()).toEqual([])
	})
})
