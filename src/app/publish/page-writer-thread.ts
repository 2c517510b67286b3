import { parentPort } from 'node:worker_threads'
import { toPageFileHere } from './page-file.ts'
import { bufferOf, SiteFolder } from './site-folder.ts'

/** A page to be compressed and put into the site folder at `root`. */
export interface WriteJob {
	/** Comes back with the answer. */
	id: number
	root: string
	path: string
	html: Uint8Array
	from: string | undefined
}

/** What was made of it, or why it was not. */
export type WriteAnswer = { id: number } & ({ etag: string; br: Uint8Array } | { error: unknown })

/** Folders that are there. */
const made = new Set<string>()

function answerTo({ id, root, path, html, from }: WriteJob): WriteAnswer {
	try {
		const page = toPageFileHere(path, bufferOf(html))
		new SiteFolder(root).writeHere(path, page, from, made)
		return { id, etag: page.etag, br: page.br }
	} catch (error) {
		return { id, error }
	}
}

parentPort?.on('message', (job: WriteJob) => parentPort?.postMessage(answerTo(job)))
