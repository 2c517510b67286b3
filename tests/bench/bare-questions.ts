import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { createClient } from '@libsql/client'

// What GET /api/questions is measured against: a bare handler that does the same SQL and nothing else. It looks the
// caller's session up too, since without it there is no answer, but checks nothing of the request.
// Usage: node bare-questions.ts FILE PORT

const [file, port] = process.argv.slice(2)
const client = createClient({ url: `file:${file}`, concurrency: 1 })
for (const pragma of ['journal_mode = WAL', 'cache_size = -65536', 'temp_store = MEMORY'])
	await client.execute(`PRAGMA ${pragma}`)

const SESSION = `SELECT s.id, s.expires_at, u.id AS user_id, u.name, u.username, u.email, u.role FROM auth_sessions s
	JOIN users u ON u.id = s.user_id WHERE s.id = ?`
const LIST = `SELECT q.seq, q.id, q.title, substr(q.body, 1, 280) AS preview, q.category_id, c.name AS category,
	u.name, u.username, q.comment_count, q.is_locked, q.created_at
	FROM questions q JOIN question_categories c ON c.id = q.category_id LEFT JOIN users u ON u.id = q.author_id
	ORDER BY q.seq DESC LIMIT 21`
const TOTAL = "SELECT total FROM post_counts WHERE kind = 'question'"

createServer(async (request, answer) => {
	const token = /(?:^|; )[^=;]*session=([^;]+)/i.exec(request.headers.cookie ?? '')?.[1] ?? ''
	const session = await client.execute({ sql: SESSION, args: [createHash('sha256').update(token).digest('hex')] })
	if (session.rows.length === 0) {
		answer.writeHead(401).end()
		return
	}
	const { rows } = await client.execute(LIST)
	const [total] = (await client.execute(TOTAL)).rows
	const questions = rows.slice(0, 20).map((row) => ({
		id: row.id,
		title: row.title,
		preview: row.preview,
		titleMarks: [],
		previewMarks: [],
		categoryId: row.category_id,
		category: { name: row.category },
		author: row.name === null ? null : { name: row.name, username: row.username },
		commentCount: row.comment_count,
		isLocked: row.is_locked === 1,
		createdAt: new Date(Number(row.created_at)).toISOString(),
	}))
	answer.writeHead(200, { 'Content-Type': 'application/json', 'X-Total-Count': String(total?.total) })
	answer.end(JSON.stringify(questions))
}).listen(Number(port), '127.0.0.1')
