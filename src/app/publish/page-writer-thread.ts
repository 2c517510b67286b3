import { parentPort } from 'node:worker_threads'
import { toPageFileHere } from './page-file.ts'
import { bufferOf, ownMemory, SiteFolder } from './site-folder.ts'

/** A page to be compressed and put into the site folder at `root`. */
export interface WriteJob {
	/** Comes back with the answer. */
	id: number
	root: string
	path: string
	html: Uint8Array
	/** Of the page, where it is known. */
	etag: string | undefined
	from: string | undefined
}

/** What was made of it, or why it was not. */
export type WriteAnswer = { id: number } & ({ html: Uint8Array; etag: string; br: Uint8Array } | { error: unknown })

/** Folders that are there. */
const made = new Set<string>()

function answerTo({ id, root, path, html, etag, from }: WriteJob): WriteAnswer {
	try {
		const page = toPageFileHere(path, bufferOf(html), etag)
		new SiteFolder(root).writeHere(path, page, from, made)
		// A copy of its own: as a part of Node's pool it would take the whole pool along.
		return { id, html, etag: page.etag, br: new Uint8Array(page.br) }
	} catch (error) {
		return { id, error }
	}
}

parentPort?.on('message', (job: WriteJob) => {
	const answer = answerTo(job)
	parentPort?.postMessage(answer, 'html' in answer ? [...ownMemory(answer.html), ...ownMemory(answer.br)] : [])
})
