import { db, openDatabase, useDatabase } from '#db/client.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { users } from '#db/schema/users.ts'
import { hashPassword } from '#src/features/auth/server/passwords/passwords.ts'
import { fillLife } from '../../member-life.ts'
import { CLUB_PASSWORD } from '../club.ts'

// Fills a database with members and their activity, for the benchmarks of the member list, its search and screens.
// Usage: node members.ts FILE MEMBERS

const FIRST =
	'Maria James Mary Robert Patricia John Jennifer Michael Linda David Elizabeth William Barbara Richard Susan Joseph Jessica Thomas Karen Carlos Nancy Daniel Lisa Matthew Margaret Anthony Sandra Mark Ashley Donald Emily Steven Donna Andrew Michelle Paul Carol Joshua Amanda Kenneth Ines Tomas Imani Gwen Noor Caleb Zyx'.split(
		' ',
	)
const LAST =
	'Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez Wilson Anderson Thomas Taylor Moore Jackson Martin Lee Perez Thompson White Harris Sanchez Clark Ramirez Lewis Robinson Walker Young Allen King Wright Scott Torres Nguyen Hill Flores Green Adams Nelson Baker Hall Rivera Campbell Mitchell Carter Roberts'.split(
		' ',
	)
const BATCH = 500

const [file = '', members = '100'] = process.argv.slice(2)
const opened = await openDatabase({ url: `file:${file}` })
await migrateDatabase(opened)
useDatabase(opened)
await opened.client.execute('pragma synchronous = off')
const when = new Date(Date.UTC(2026, 0, 1))
const passwordHash = await hashPassword(CLUB_PASSWORD)

function row(number: number) {
	// Two cycles of different lengths produce every pair of names. The last name in FIRST belongs to only one member.
	const first = number === 42 ? 'Zyx' : (FIRST[number % (FIRST.length - 1)] ?? '')
	const last = LAST[Math.floor(number / 7) % LAST.length] ?? ''
	const username = `${first}.${last}${number}`.toLowerCase()
	// Most addresses share one domain, so a search for it matches nearly every member.
	const email = `${username}@${number % 10 ? 'mailhouse' : `firm${number}`}.example`
	return {
		id: `m${String(number).padStart(7, '0')}`,
		name: `${first} ${last}`,
		username,
		email,
		emailKey: email,
		passwordHash,
		role: 'user' as const,
		status: number % 21 ? ('active' as const) : ('inactive' as const),
		createdAt: when,
		updatedAt: when,
	}
}

for (let from = 0; from < Number(members); from += BATCH)
	await db()
		.insert(users)
		.values(Array.from({ length: Math.min(BATCH, Number(members) - from) }, (_, i) => row(from + i)))
await fillLife(opened, Number(members))
await opened.client.execute('pragma wal_checkpoint(truncate)')
useDatabase(undefined)
await opened.close()
