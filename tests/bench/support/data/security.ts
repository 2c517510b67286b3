import { db, openDatabase, useDatabase } from '#db/client.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { questionCategories, questionComments, questions } from '#db/schema/questions.ts'
import { totpSecrets } from '#db/schema/security.ts'
import { users } from '#db/schema/users.ts'
import { write } from '#db/write.ts'
import { searchSources } from '#src/app/search/sources.ts'
import { hashPassword } from '#src/features/auth/server/passwords/passwords.ts'
import { dueSearch, runSearchIndex } from '#src/features/search/server/index-job.ts'
import { seal } from '#src/features/security/server/sealing.ts'
import { CLUB_PASSWORD, clubMember } from '../club.ts'

// Fills a database with members. Every other member has an authenticator app, all with the same key. Member 0 has
// posted a thousand questions and a thousand comments, half of the comments on questions of other members.
// Usage: SECRET_KEY=... node security.ts FILE MEMBERS KEY

const [file = '', members = '100', key = ''] = process.argv.slice(2)
const opened = await openDatabase({ url: `file:${file}` })
await migrateDatabase(opened)
useDatabase(opened)
await opened.client.execute('pragma synchronous = off')
const passwordHash = await hashPassword(CLUB_PASSWORD)
const now = new Date()
const POSTS = 1_000
const BATCH_SIZE = 100
const range = (count: number, from = 0) => Array.from({ length: count }, (_, at) => from + at)

function member(number: number) {
	const email = clubMember(number)
	const name = `Member ${number} of the Bench`
	return {
		...{ id: `m${number}`, name, username: `member${number}`, email, emailKey: email, passwordHash },
		...{ role: 'user' as const, status: 'active' as const, createdAt: now, updatedAt: now },
	}
}

const numbers = range(Number(members))
await write(
	db().insert(users).values(numbers.map(member)),
	db()
		.insert(totpSecrets)
		.values(
			numbers
				.filter((number) => number % 2 === 1)
				.map((number) => ({ userId: `m${number}`, sealed: seal(key, `m${number}`), confirmedAt: now })),
		),
	db().insert(questionCategories).values({ id: 'k', name: 'Intake', slug: 'intake', position: 1 }),
)
for (let from = 0; from < POSTS; from += BATCH_SIZE) {
	// For each number, one question of member 0 and one of another member.
	const asked = range(BATCH_SIZE, from).flatMap((number) =>
		['m0', `m${1 + (number % 50)}`].map((authorId) => ({
			...{ id: `${authorId === 'm0' ? 'own' : 'q'}${number}`, authorId, categoryId: 'k', groupId: 'k', createdAt: now },
			title: `Who keeps the keys of office ${number}, and of the safe?`,
			body: `Of the office ${number}, and of the safe in it. My client would rather not pay. `.repeat(20),
		})),
	)
	const answered = range(BATCH_SIZE, from).map((number) => ({
		...{
			id: `c${number}`,
			questionId: number % 2 === 0 ? `q${number}` : `own${number}`,
			authorId: 'm0',
			createdAt: now,
		},
		body: `The one who leaves last, number ${number}, and the book by the door says who that was. `.repeat(8),
	}))
	await write(db().insert(questions).values(asked), db().insert(questionComments).values(answered))
}
// Index in this process, so that its garbage is not collected while the erasure is measured.
while ((await dueSearch()).length > 0) await runSearchIndex(searchSources(), { holder: 'here' })
useDatabase(undefined)
await opened.close()
