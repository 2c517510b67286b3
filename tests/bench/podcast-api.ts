import { join } from 'node:path'
import { startOurServer } from './support/our-server.ts'
import { freePort, load, type Row, ratioRow, startPinned } from './support/tools.ts'

/** Compares `GET /api/podcast` with a bare `node:http` handler that runs the same SQL on the same data. */
export async function podcastApi(folder: string): Promise<Row[]> {
	const ours = await startOurServer(folder)
	// Wait for the first feed poll to fill the table.
	while (!((await (await fetch(`${ours.url}/api/podcast`)).json()) as { episodes?: unknown[] }).episodes?.length)
		await new Promise((resolve) => setTimeout(resolve, 50))
	const measured = load(`${ours.url}/api/podcast`)
	await ours.stop()

	const port = await freePort()
	const url = `http://127.0.0.1:${port}/`
	const file = join(ours.dataDir, 'second-chair.db')
	const bare = await startPinned(process.execPath, ['tests/bench/support/bare-podcast.ts', file, String(port)], { url })
	const compared = load(url)
	await bare.stop()
	return [ratioRow('GET /api/podcast', measured, 'bare node:http, same SQL', compared, 0.5)]
}
