import { database, openDatabase, useDatabase } from '#db/client.ts'
import { migrateDatabase } from '#db/migrate.ts'

// Fills a database with members who are all enrolled in one course of ten modules, for the admin home benchmark.
// Usage: node admin-home.ts FILE MEMBERS

const [file = '', members = '100'] = process.argv.slice(2)
useDatabase(await openDatabase({ url: `file:${file}` }))
await migrateDatabase(database())
const { client } = database()
await client.execute('pragma synchronous = off')
const count = Number(members)
const numbers = `with recursive n (i) as (select 0 union all select i + 1 from n where i < ${count - 1})`
const id = "'m' || substr('000000' || i, -7)"
const QUIZ = JSON.stringify({
	questions: Array.from({ length: 5 }, (_, at) => ({
		question: `Question ${at}`,
		options: ['a', 'b', 'c'],
		correctAnswer: 0,
	})),
})
await client.execute(`${numbers}
	insert into users (id, name, username, email, email_key, password_hash, role, status, created_at, updated_at)
	select ${id}, 'Member ' || i, 'member' || i, 'member' || i || '@example.com', 'member' || i || '@example.com', 'x',
		'user', 'active', 1767225600000, 1767225600000 from n`)
await client.execute(`insert into courses (id, title, description, difficulty, is_published, created_at, updated_at)
	values ('course', 'A course of many', 'What it is about', 'beginner', 1, 1767225600000, 1767225600000)`)
for (let at = 0; at < 10; at++)
	await client.execute({
		sql: `insert into modules (id, course_id, title, description, type, content, order_index, additional_content, created_at, updated_at)
			values (?, 'course', ?, 'About it', ?, '<p>Text</p>', ?, ?, 1767225600000, 1767225600000)`,
		args: [`module-${at}`, `Module ${at}`, at === 4 ? 'quiz' : 'text', at, at === 4 ? QUIZ : '{}'],
	})
await client.execute(`${numbers} insert into enrollments (user_id, course_id, created_at)
	select ${id}, 'course', 1767225600000 + i * 1000 from n`)
// Each module has fewer completions than the one before.
for (let at = 0; at < 10; at++)
	await client.execute(`${numbers} insert into module_progress (user_id, module_id, is_completed, updated_at)
		select ${id}, 'module-${at}', 1, 1767312000000 + i * 1000 + ${at} from n where i % 11 > ${at}`)
await client.execute(`${numbers}
	insert into quiz_attempts (id, user_id, module_id, answers, results, score, passing_score, passed, created_at)
	select 'try-' || i, ${id}, 'module-4', '[0,1,2,0,1]', '[true,false,false,true,false]', 40, 70, 0, 1767312000000 + i
	from n where i % 2 = 0`)
await client.execute('pragma wal_checkpoint(truncate)')
await database().close()
useDatabase(undefined)
