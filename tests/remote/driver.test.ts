import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '#db/client.ts'
import { DatabaseRefusedError, DatabaseUnavailableError } from '#db/errors.ts'
import { type Sqld, startSqld } from '#tests/support/servers/sqld.ts'

let server: Sqld
let database: Database
beforeAll(async () => {
	server = await startSqld()
	database = await openDatabase(server)
	await database.client.execute('create table notes (id integer primary key, text text not null)')
})
afterAll(async () => {
	server.thaw()
	await database.close()
	await server.stop()
})

const insert = (text: string) => ({ sql: 'insert into notes (text) values (?)', args: [text] })
const count = async (like: string) =>
	Number(
		(await database.client.execute({ sql: 'select count(*) from notes where text like ?', args: [like] })).rows[0]?.[0],
	)

describe('many concurrent statements', () => {
	test('300 writes and 300 reads all finish, and the database keeps responding', async () => {
		for (let round = 0; round < 3; round++) {
			const outcomes = await Promise.allSettled([
				...Array.from({ length: 300 }, (_, i) =>
					database.client.batch([insert(`burst-${round}-${i}`), 'select count(*) from notes'], 'write'),
				),
				...Array.from({ length: 300 }, () => database.client.execute('select count(*) from notes')),
			])
			const writtenCount = outcomes.slice(0, 300).filter(({ status }) => status === 'fulfilled').length
			for (const outcome of outcomes)
				if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(DatabaseUnavailableError)
			expect(writtenCount).toBeGreaterThan(0)
			expect(await count(`burst-${round}-%`)).toBeGreaterThanOrEqual(writtenCount)
		}
	})

	test('statements beyond the queue limit are rejected immediately', async () => {
		const order: string[] = []
		await Promise.all(
			Array.from({ length: 2_000 }, (_, i) =>
				database.client.batch([insert(`flood-${i}`)], 'write').then(
					() => order.push('written'),
					() => order.push('refused'),
				),
			),
		)
		// The first rejection comes before the first accepted statement ends.
		expect(order[0]).toBe('refused')
		expect(order).toContain('written')
	})
})

describe('a frozen server', () => {
	test('rejects every statement, and those after the thaw succeed', async () => {
		await server.freeze()
		const outcomes = await Promise.allSettled([
			...Array.from({ length: 30 }, (_, i) => database.client.batch([insert(`frozen-${i}`)], 'write')),
			...Array.from({ length: 30 }, () => database.client.execute('select 1')),
		]).finally(() => server.thaw())
		for (const outcome of outcomes) {
			expect(outcome).toMatchObject({ status: 'rejected' })
			if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(DatabaseUnavailableError)
		}
		await expect
			.poll(
				() =>
					count('%').then(
						() => true,
						() => false,
					),
				{ timeout: 15_000 },
			)
			.toBe(true)
		await database.client.batch([insert('after the thaw')], 'write')
		expect(await count('after the thaw')).toBe(1)
	})
})

test('after a server is killed, acknowledged writes exist and the same connection works', async () => {
	await database.client.batch([insert('before the kill')], 'write')
	await server.kill()
	await expect(database.client.execute('select 1')).rejects.toBeInstanceOf(DatabaseUnavailableError)
	await server.restart()
	expect(await count('before the kill')).toBe(1)
})

test('a wrong token is not reported as a busy database', async () => {
	const stranger = await openDatabase({ url: server.url, authToken: `${server.authToken.slice(0, -4)}AAAA` })
	await expect(stranger.client.execute('select 1')).rejects.toBeInstanceOf(DatabaseRefusedError)
	await expect(stranger.client.execute('select 1')).rejects.toThrow('does not accept DATABASE_AUTH_TOKEN')
	await stranger.close()
})
