import { sql } from 'drizzle-orm'
import { db, openDatabase, useDatabase } from '#db/client.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { courses } from '#db/schema/courses.ts'
import { modules } from '#db/schema/modules.ts'
import { users } from '#db/schema/users.ts'
import { idAt } from '#src/lib/ids.ts'

// Fills a database with a club that has many questions and comments.
// Usage: node questions.ts FILE MEMBERS QUESTIONS COMMENTS

const WORDS =
	'retainer letter client court hearing trust account billing assistant scanner calendar deposition motion custody plea intake fee invoice deadline filing judge witness exhibit settlement mediation appeal notice consent conflict file'.split(
		' ',
	)
const CATEGORIES = 12
const BATCH = 500

// A deterministic random sequence.
let state = 42
const random = (below: number) => {
	state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
	return state % below
}
// Skewed, so word frequencies vary as in real text.
const word = () => WORDS[Math.min(random(WORDS.length), random(WORDS.length))] ?? ''
const sentence = (length: number) => Array.from({ length }, word).join(' ')

const [file = '', members = 100, asked = 100, answered = 1_000] = process.argv
	.slice(2)
	.map((value, i) => (i === 0 ? value : Number(value))) as [string, number, number, number]

const opened = await openDatabase({ url: `file:${file}` })
await migrateDatabase(opened)
useDatabase(opened)
await opened.client.execute('pragma synchronous = off')

const start = Date.now() - 3 * 365 * 86_400_000
const at = (part: number) => start + Math.floor(part * 3 * 365 * 86_400_000)

async function inBatches(count: number, insert: (from: number, size: number) => Promise<unknown>): Promise<void> {
	for (let from = 0; from < count; from += BATCH) await insert(from, Math.min(BATCH, count - from))
}
const rows = (size: number, row: (i: number) => ReturnType<typeof sql>) =>
	sql.join(
		Array.from({ length: size }, (_, i) => row(i)),
		sql`, `,
	)

await inBatches(members, (from, size) =>
	db()
		.insert(users)
		.values(
			Array.from({ length: size }, (_, i) => {
				const number = from + i
				return {
					id: `m${String(number).padStart(7, '0')}`,
					name: `Member ${number}`,
					username: `member${number}`,
					email: `member${number}@example.com`,
					emailKey: `member${number}@example.com`,
					passwordHash: 'x',
					role: 'user' as const,
					status: 'active' as const,
					createdAt: new Date(start),
					updatedAt: new Date(start),
				}
			}),
		),
)
const member = () => `m${String(random(members)).padStart(7, '0')}`
await db().run(sql`insert into question_categories (id, name, slug, parent_category_id, position) values
	${rows(CATEGORIES, (i) => sql`(${`k${i}`}, ${`Category ${i}`}, ${i === 6 ? 'practice-specific' : `category-${i}`}, ${i > 6 ? 'k6' : null}, ${i})`)}`)

const ids: string[] = []
await inBatches(asked, (from, size) =>
	db().run(sql`insert into questions (id, title, body, category_id, group_id, author_id, created_at) values
		${rows(size, (i) => {
			const when = at((from + i) / asked)
			const id = idAt(when)
			ids.push(id)
			const category = random(CATEGORIES)
			// A rare word in 25 questions, so that every club size has the same number of hits.
			const rare = (from + i) % Math.ceil(asked / 25) === 0 ? ' escheat' : ''
			return sql`(${id}, ${`${sentence(6)} ${from + i}`}, ${sentence(60) + rare}, ${`k${category}`}, ${category > 6 ? 'k6' : `k${category}`}, ${member()}, ${when})`
		})}`),
)
await inBatches(answered, (from, size) =>
	db().run(sql`insert into question_comments (id, question_id, author_id, body, created_at) values
		${rows(size, (i) => {
			const when = at((from + i) / answered)
			// One question in the middle has far more comments than the others: more than one page in every club.
			const isBusy = from + i < 60 || random(200) === 0
			const id = isBusy ? ids[ids.length >> 1] : ids[random(ids.length)]
			return sql`(${idAt(when)}, ${id}, ${member()}, ${sentence(20)}, ${when})`
		})}`),
)
// Reads and follows: a tenth as many rows as comments, because they are the slowest to create.
const ask = () => ids[random(ids.length)]
await inBatches(answered / 10, (_, size) =>
	db().run(sql`insert or ignore into question_reads (user_id, question_id, seen_seq) values
		${rows(size, () => sql`(${member()}, ${ask()}, ${random(answered)})`)}`),
)
await inBatches(answered / 10, (_, size) =>
	db().run(sql`insert or ignore into question_follows (question_id, user_id, state) values
		${rows(size, () => sql`(${ask()}, ${member()}, 'following')`)}`),
)
// Course comments, a tenth as many as forum comments: the moderation list shows both.
const when = new Date(start)
const course = { id: 'c', title: 'Course', description: 'A course', difficulty: 'beginner' as const, imageUrl: null }
await db()
	.insert(courses)
	.values({ ...course, isPublished: true, createdAt: when, updatedAt: when })
const words = { title: 'Module', description: 'A module', content: 'Read this', type: 'text' }
await db()
	.insert(modules)
	.values({ ...words, id: 'd', courseId: 'c', additionalContent: '', orderIndex: 0, createdAt: when, updatedAt: when })
await inBatches(answered / 10, (from, size) =>
	db().run(sql`insert into comments (id, module_id, user_id, content, is_pinned, created_at) values
		${rows(size, (i) => {
			const time = at((from + i) / (answered / 10))
			return sql`(${idAt(time)}, 'd', ${member()}, ${sentence(20)}, 0, ${time})`
		})}`),
)
await opened.client.execute("insert into questions_search(questions_search) values ('optimize')")
await opened.client.execute('pragma wal_checkpoint(truncate)')
useDatabase(undefined)
await opened.close()
