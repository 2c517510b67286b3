import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { startOurServer, waitUntilIdle } from './support/our-server.ts'
import { freePort, type Row } from './support/tools.ts'

const ROUNDS = 5

/** Measures the milliseconds from polling a changed feed to the new title in the home page's HTML. */
export async function publishing(folder: string): Promise<Row[]> {
	let title = 'First title'
	const template = readFileSync('public/podcast/feed.xml', 'utf8')
	const port = await freePort()
	const feed = createServer((_, answer) => {
		answer.writeHead(200, { 'Content-Type': 'application/rss+xml' })
		answer.end(template.replace(/(<item>\s*(?:<(?!title)[^>]*>[^<]*<\/[^>]*>\s*)*<title>)[^<]*/, `$1${title}`))
	})
	await new Promise<void>((resolve) => feed.listen(port, '127.0.0.1', resolve))
	const ours = await startOurServer(folder, {
		PODCAST_FEED_URL: `http://127.0.0.1:${port}/feed.xml`,
		PODCAST_POLL_SECONDS: '1',
		FEED_ALLOW_PRIVATE: 'true',
	})
	const shows = async () => (await (await fetch(`${ours.url}/`)).text()).includes(title)
	const until = async () => {
		while (!(await shows())) await new Promise((resolve) => setTimeout(resolve, 5))
	}
	try {
		await until()
		// The first start fills the club, which continues in the background.
		await waitUntilIdle(ours)
		const times: number[] = []
		for (let round = 1; round <= ROUNDS; round++) {
			title = `Changed title ${round}`
			const started = performance.now()
			await until()
			times.push(performance.now() - started)
		}
		const worst = Math.round(Math.max(...times))
		// Includes the poll interval of one second; the target is 0.5 s on top of it.
		return [
			{
				what: 'feed change to raw HTML, poll interval of 1 s included',
				ours: worst,
				unit: 'ms, worst of 5',
				aim: 'at most 1,500 ms',
				reached: worst <= 1_500,
			},
		]
	} finally {
		await ours.stop()
		feed.close()
	}
}
