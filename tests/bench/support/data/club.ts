import { db, openDatabase, useDatabase } from '#db/client.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { questionCategories, questionComments, questions } from '#db/schema/questions.ts'
import { users } from '#db/schema/users.ts'
import { write } from '#db/write.ts'
import { hashPassword } from '#src/features/auth/server/passwords/passwords.ts'
import { CLUB_PASSWORD, clubMember } from '../club.ts'

// Fills a database file or server with a club whose members can sign in.
// Usage: node club.ts URL MEMBERS, with DATABASE_AUTH_TOKEN for a server

const [url = '', members = '500'] = process.argv.slice(2)
const opened = await openDatabase({ url, authToken: process.env.DATABASE_AUTH_TOKEN })
await migrateDatabase(opened)
useDatabase(opened)
const passwordHash = await hashPassword(CLUB_PASSWORD)
const now = new Date()

function member(number: number) {
	const email = clubMember(number)
	const times = { createdAt: now, updatedAt: now }
	const name = `Member ${number}`
	return { id: `m${number}`, name, username: `member${number}`, email, emailKey: email, passwordHash, ...times }
}
const range = (count: number) => Array.from({ length: count }, (_, i) => i)

await write(
	db()
		.insert(users)
		.values(
			range(Number(members)).map((number) => ({ ...member(number), role: 'user' as const, status: 'active' as const })),
		),
	db().insert(questionCategories).values({ id: 'k', name: 'Intake', slug: 'intake', position: 1 }),
	...range(100).map((number) =>
		db()
			.insert(questions)
			.values({
				id: `q${number}`,
				title: `Who keeps the keys of office ${number}?`,
				body: 'Of the office, and of the safe in it. '.repeat(10),
				categoryId: 'k',
				groupId: 'k',
				authorId: `m${number % 50}`,
				createdAt: now,
			}),
	),
	...range(200).map((number) =>
		db()
			.insert(questionComments)
			.values({
				id: `c${number}`,
				questionId: `q${number % 10}`,
				authorId: `m${number % 50}`,
				body: 'The one who leaves last, and the book by the door says who that was. '.repeat(2),
				createdAt: now,
			}),
	),
)
useDatabase(undefined)
await opened.close()
