import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { db } from '#db/client.ts'
import { audit } from '#db/schema/audit.ts'
import { openArchive } from '#src/app/data/read-archive.ts'
import { UNCONFIRMED } from '#src/features/auth/password-contract.ts'
import { getClubData } from '#src/features/club-data/contract.ts'
import * as settings from '#src/platform/env/env.ts'
import { callApi, insertAccount, type Principal, signedIn } from '#tests/support/api/api.ts'
import { confirmed } from '#tests/support/api/confirmed.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'

let database: TestDatabase
let admin: Principal
beforeEach(async () => {
	database = await freshDatabase()
	vi.spyOn(settings, 'env').mockReturnValue({ ...settings.env(), dataDir: database.folder })
	admin = await signedIn(await insertAccount({ role: 'admin', name: 'Ada Admin' }))
})
afterEach(() => database.discard())

test('an admin with a confirmed password downloads the export archive, without hashes', async () => {
	expect(await callApi(getClubData, { as: admin })).toMatchObject({ status: 401, text: UNCONFIRMED })
	await insertAccount({ name: 'Tomas Keller' })
	const reply = await callApi(getClubData, { as: await confirmed(admin) })
	expect(reply.status).toBe(200)
	expect(reply.header('content-type')).toBe('application/zip')
	expect(reply.header('content-disposition')).toMatch(/^attachment; filename="second-chair-\d{4}-\d\d-\d\d\.zip"$/)
	expect(reply.header('cache-control')).toBe('private, no-store')
	const file = join(database.folder, 'club.zip')
	writeFileSync(file, reply.bytes)
	const archive = await openArchive(file)
	expect(archive.manifest.hasCredentials).toBe(false)
	expect(archive.manifest.tables.find(({ name }) => name === 'users')?.rows).toBe(2)
	expect((await db().select().from(audit)).map(({ action, actorName }) => [action, actorName])).toEqual([
		['club.taken', 'Ada Admin'],
	])
	// The temporary copy is deleted.
	expect(readdirSync(join(database.folder, 'export-work'))).toEqual([])
})

test('only one download runs at a time, and a second one gets a clear error', async () => {
	const as = await confirmed(admin)
	const replies = await Promise.all([callApi(getClubData, { as }), callApi(getClubData, { as })])
	expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
	expect(replies.find(({ status }) => status === 409)?.text).toBe(getClubData.errors.running[1])
	expect((await callApi(getClubData, { as })).status).toBe(200)
})
