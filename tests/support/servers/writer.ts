import { db, openDatabase, useDatabase } from '#db/client.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { outbox, publishEvents } from '#db/schema/platform/operations.ts'
import { write } from '#db/write.ts'

// Writes COUNT times in a separate process, which a test may kill, and prints each acknowledged write.
// Usage: node writer.ts FILE COUNT

const [file = '', count = '0'] = process.argv.slice(2)
const opened = await openDatabase({ url: `file:${file}` })
await migrateDatabase(opened)
useDatabase(opened)
const now = new Date()
for (let i = 0; i < Number(count); i++) {
	const id = `${process.pid}-${i}`
	await write(
		db()
			.insert(outbox)
			.values({ id, kind: 'test', payload: 'x'.repeat(500), createdAt: now, availableAt: now }),
		db()
			.insert(publishEvents)
			.values({ path: `/${id}`, createdAt: now }),
	)
	process.stdout.write(`${id}\n`)
}
