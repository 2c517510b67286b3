import { parentPort } from 'node:worker_threads'
import { toPageFileHere } from './page-file.ts'
import { bufferOf, SiteFolder } from './site-folder.ts'

/** A page to be compressed and put into the site folder at `root`. */
export interface WriteJob {
	id: number
	root: string
	path: string
	html: Uint8Array
	from: string | undefined
}

/** Its compressed forms, or why they are not there. */
export type WriteAnswer = { id: number } & ({ br: Uint8Array; gzip: Uint8Array } | { error: unknown })

async function answerTo({ id, root, path, html, from }: WriteJob): Promise<WriteAnswer> {
	try {
		const page = toPageFileHere(bufferOf(html))
		await new SiteFolder(root).write(path, page, from)
		return { id, br: page.br, gzip: page.gzip }
	} catch (error) {
		return { id, error }
	}
}

parentPort?.on('message', async (job: WriteJob) => parentPort?.postMessage(await answerTo(job)))
