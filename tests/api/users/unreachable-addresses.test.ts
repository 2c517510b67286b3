import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { outbox } from '#db/schema/platform/operations.ts'
import { users } from '#db/schema/users.ts'
import { createUser } from '#src/features/users/contract.ts'
import { checkImport, createImport, type DryRun, inviteUser } from '#src/features/users/import-contract.ts'
import { runImports } from '#src/features/users/server/import-job.ts'
import { callApi, insertAccount, type Principal, signedIn } from '#tests/support/api/api.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/api/database.ts'
import { PASSWORD, submit } from '#tests/support/applications.ts'

// An email address that mail cannot reach must not get an account, because no one could use its link.

let database: TestDatabase
let admin: Principal
beforeAll(async () => {
	database = await freshDatabase()
	admin = await signedIn(await insertAccount({ role: 'admin', email: 'ruth@club.example' }))
})
afterAll(() => database.discard())

const name = 'Dana Whitfield'
const countStored = async () => [await db().$count(users), await db().$count(outbox)]

describe.each([
	'dana@club.local',
	'DANA@CLUB.LOCALHOST',
	'dana@club.home.arpa',
	'dana@mail.club.internal',
	'Dana Whitfield <dana@club.lan>',
	'mailto:dana@club.invalid',
	'dana@localhost',
	'dana@club',
	'dana@127.0.0.1',
	'dana@[127.0.0.1]',
	'dana@-club.example',
	'dana@club-.example',
	'dana@club..example',
	'dana@club.example.',
	'.dana@club.example',
	'dana.@club.example',
	'"dana w"@club.example',
	'dana w@club.example',
	`${'d'.repeat(65)}@club.example`,
	`dana@${'c'.repeat(64)}.example`,
	`dana@${'club.'.repeat(60)}example`,
])('%j', (email) => {
	test('is not invited, added or accepted as an application', async () => {
		const before = await countStored()
		for (const reply of [
			await callApi(inviteUser, { as: admin, body: { name, email } }),
			await callApi(createUser, { as: admin, body: { name, email, password: PASSWORD } }),
			await submit({ email }),
		])
			expect(reply.status, reply.text).toBe(400)
		expect(await countStored()).toEqual(before)
	})

	test('is not invited by a list, which gives the reason', async () => {
		const before = await countStored()
		const rawBody = `Name,Email\n${name},"${email.replaceAll('"', '""')}"\n`
		const dryRun = (await callApi(checkImport, { as: admin, rawBody })).json as DryRun
		expect(dryRun).toMatchObject({ counts: { fresh: 0, members: 0, faulty: 1 } })
		expect(dryRun.rows[0]?.fault).toMatch(
			/^email (address is not valid|cannot reach an address that ends in \.[a-z]+)$/,
		)
		await callApi(createImport, { as: admin, rawBody })
		await runImports(new AbortController().signal)
		expect(await countStored()).toEqual(before)
	})
})
