import { createServer } from 'node:http'
import { createClient } from '@libsql/client'

// Baseline for GET /api/podcast: a bare handler that runs the same SQL and nothing else.
// Usage: node bare-podcast.ts FILE PORT

const [file, port] = process.argv.slice(2)
const client = createClient({ url: `file:${file}`, concurrency: 1 })

createServer(async (_, answer) => {
	const feed = (await client.execute('select title, description, image_url as image from podcast_feed where id = 1'))
		.rows[0]
	const { rows } = await client.execute(
		'select id, title, description, pub_date, duration, audio_url, image_url from episodes order by position',
	)
	const episodes = rows.map((row) => ({
		id: row.id,
		title: row.title,
		description: row.description,
		pubDate: row.pub_date === null ? null : new Date(Number(row.pub_date)).toISOString(),
		duration: row.duration,
		audioUrl: row.audio_url,
		imageUrl: row.image_url ?? feed?.image ?? null,
	}))
	answer.writeHead(200, { 'Content-Type': 'application/json' })
	answer.end(JSON.stringify({ title: feed?.title, description: feed?.description, image: feed?.image, episodes }))
}).listen(Number(port), '127.0.0.1')
