import { createServer } from 'node:http'
import { createClient } from '@libsql/client'

// Baseline for GET /api/courses: a bare handler that runs the same SQL and nothing else.
// Usage: node bare-courses.ts FILE PORT

const [file, port] = process.argv.slice(2)
const client = createClient({ url: `file:${file}`, concurrency: 1 })
for (const pragma of ['journal_mode = wal', 'cache_size = -65536', 'temp_store = memory'])
	await client.execute(`pragma ${pragma}`)

const LIST = `select id, title, description, difficulty, image_url, is_published, created_at, updated_at,
	(select count(*) from modules where modules.course_id = courses.id) as module_count
	from courses where is_published = 1 order by id desc limit 51`
const TOTAL = 'select count(*) as total from courses where is_published = 1'

createServer(async (_, answer) => {
	const { rows } = await client.execute(LIST)
	const [total] = (await client.execute(TOTAL)).rows
	const courses = rows.slice(0, 50).map((row) => ({
		id: row.id,
		title: row.title,
		description: row.description,
		difficulty: row.difficulty,
		imageUrl: row.image_url,
		isPublished: row.is_published === 1,
		moduleCount: row.module_count,
		createdAt: new Date(Number(row.created_at)).toISOString(),
		updatedAt: new Date(Number(row.updated_at)).toISOString(),
	}))
	answer.writeHead(200, { 'Content-Type': 'application/json', 'X-Total-Count': String(total?.total) })
	answer.end(JSON.stringify(courses))
}).listen(Number(port), '127.0.0.1')
