import { afterEach, beforeEach, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { authSessions } from '#db/schema/auth.ts'
import { deletions } from '#db/schema/deletions.ts'
import { media } from '#db/schema/media.ts'
import { memberImports } from '#db/schema/members.ts'
import { forgetExpiredAuthSessions } from '#src/features/auth/server/auth-sessions.ts'
import { forgetOldDeletions } from '#src/features/deletions/server/service.ts'
import { removeOrphans } from '#src/features/media/server/library.ts'
import { createImport } from '#src/features/users/import-contract.ts'
import { forgetOldImports } from '#src/features/users/server/imports.ts'
import { callApi, insertAccount, signedIn } from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'

// What a clock a year ahead has stored is kept as long as if it were stored after the correction.

const DAY = 86_400_000
const ahead = new Date(Date.now() + 365 * DAY)

let database: TestDatabase
beforeEach(async () => {
	database = await freshDatabase()
})
afterEach(() => database.discard())

test('the trash', async () => {
	const row = { kind: 'course', subjectId: 'c', name: 'A course', deletedByName: 'Ada' } as const
	await db()
		.insert(deletions)
		.values({ id: 'd', deletedAt: ahead, ...row })
	const now = Date.now()
	await forgetOldDeletions(now)
	expect((await db().select().from(deletions)).map(({ deletedAt }) => Number(deletedAt))).toEqual([now])
})

test('invitation lists', async () => {
	const as = await signedIn(await insertAccount({ role: 'admin' }))
	await callApi(createImport, { as, rawBody: 'Name,Email\nOne,one@club.example' })
	await db().update(memberImports).set({ createdAt: ahead, state: 'done' })
	const now = Date.now()
	await forgetOldImports(now)
	expect(await db().select().from(memberImports)).toHaveLength(1)
	await forgetOldImports(now + 31 * DAY)
	expect(await db().select().from(memberImports)).toEqual([])
})

test('unused files and incomplete uploads', async () => {
	const row = (id: string, state: 'ready' | 'arriving') => ({
		...({ id, name: 'a.pdf', kind: 'pdf', state, isPublic: false, size: 1, partSize: 1, bytes: 1, files: [] } as const),
		...{ createdAt: ahead, createdBy: 'Ada', unusedSince: ahead },
	})
	await db()
		.insert(media)
		.values([row('unused', 'ready'), row('incomplete', 'arriving')] as never)
	const now = Date.now()
	await removeOrphans(now)
	expect(await db().$count(media)).toBe(2)
	await removeOrphans(now + 2 * DAY)
	expect((await db().select().from(media)).map(({ id }) => id)).toEqual(['unused'])
	await removeOrphans(now + 31 * DAY)
	expect(await db().$count(media)).toBe(0)
})

test('sign-ins', async () => {
	await signedIn(await insertAccount())
	await signedIn(await insertAccount({ role: 'admin' }))
	await db().update(authSessions).set({ expiresAt: ahead, endsAt: ahead })
	const now = Date.now()
	await forgetExpiredAuthSessions(now)
	const rows = await db().select().from(authSessions)
	const days = rows.map(({ expiresAt, endsAt }) => [(Number(expiresAt) - now) / DAY, (Number(endsAt) - now) / DAY])
	expect(days.toSorted()).toEqual([
		[0.5, 7],
		[10, 30],
	])
})
