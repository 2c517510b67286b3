import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { createClient } from '@libsql/client'

// Baseline for GET /api/questions: a bare handler that runs the same SQL and nothing else. It also looks up the
// session, which the response requires, but does not validate the request.
// Usage: node bare-questions.ts FILE PORT

const [file, port] = process.argv.slice(2)
const client = createClient({ url: `file:${file}`, concurrency: 1 })
for (const pragma of ['journal_mode = wal', 'cache_size = -65536', 'temp_store = memory'])
	await client.execute(`pragma ${pragma}`)

const SESSION = `select s.id, s.user_id, s.expires_at, s.ends_at, s.created_at, s.user_agent, s.client_address, u.name,
	u.username, u.email, u.role, u.last_seen_at from auth_sessions s join users u on u.id = s.user_id
	where s.id = ? and u.status = 'active' and u.role = ?`
// Copied by hand from src/features/questions/server/list-statements.ts. The viewer is the first parameter.
const NEWEST = '(select max(n.seq) from question_comments n where n.question_id = q.id)'
const markOf = (column: string) => `coalesce((select m.${column} from question_read_marks m where m.user_id = ?1), 0)`
const LIST = `select q.seq, q.id, q.title, substr(q.body, 1, 280) as preview, q.category_id, c.name as category,
	u.name, u.username, q.answer_count, q.is_locked, q.created_at, q.last_activity_at,
	l.name as last_name, l.username as last_username,
	case
		when r.seen_seq is not null then coalesce(${NEWEST}, 0) > max(r.seen_seq, ${markOf('comment_seq')})
		when q.last_activity_at <= ?2 then 0
		when q.answer_count > 0 then coalesce(${NEWEST}, 0) > ${markOf('comment_seq')}
		else q.author_id is not ?1 and q.seq > ${markOf('question_seq')}
	end as unread,
	(select count(*) from (select 1 from question_comments n where n.question_id = q.id 
		and n.seq > max(r.seen_seq, ${markOf('comment_seq')}) limit 100)) as new_count,
	exists (select 1 from question_comments h where h.question_id = q.id and h.is_helpful = 1) as helpful,
	(select total from post_counts where kind = 'question') as total
	from questions q
	left join question_reads r on r.question_id = q.id and r.user_id = ?1
	left join question_comments newest on newest.seq = ${NEWEST}
	left join users l on l.id = newest.author_id
	join question_categories c on c.id = q.category_id
	left join users u on u.id = q.author_id
	order by q.seq desc limit 21`

const person = (name: unknown, username: unknown) => (name === null ? null : { name, username })

createServer(async (request, answer) => {
	const token = /(?:^|; )[^=;]*session=([^;]+)/i.exec(request.headers.cookie ?? '')?.[1] ?? ''
	const session = await client.execute({
		sql: SESSION,
		args: [createHash('sha256').update(token).digest('hex'), token.startsWith('a') ? 'admin' : 'user'],
	})
	if (session.rows.length === 0) {
		answer.writeHead(401).end()
		return
	}
	const reader = String(session.rows[0]?.user_id)
	const { rows } = await client.execute({ sql: LIST, args: [reader, Date.now() - 30 * 24 * 60 * 60_000] })
	const questions = rows.slice(0, 20).map((row) => ({
		id: row.id,
		title: row.title,
		preview: row.preview,
		titleMarks: [],
		previewMarks: [],
		categoryId: row.category_id,
		category: { name: row.category },
		author: person(row.name, row.username),
		commentCount: row.answer_count,
		isLocked: row.is_locked === 1,
		createdAt: new Date(Number(row.created_at)).toISOString(),
		lastActivityAt: new Date(Number(row.last_activity_at)).toISOString(),
		lastAuthor: person(row.last_name, row.last_username),
		isUnread: row.unread === 1,
		newCount: row.new_count,
		hasHelpful: row.helpful === 1,
	}))
	answer.writeHead(200, { 'Content-Type': 'application/json', 'X-Total-Count': String(rows[0]?.total) })
	answer.end(JSON.stringify(questions))
}).listen(Number(port), '127.0.0.1')
