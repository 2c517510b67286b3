import { parentPort } from 'node:worker_threads'
import { toPageFileSync } from './page-file.ts'
import { bufferOf, ownMemory, SiteFolder } from './site-folder.ts'

export interface WriteJob {
	id: number
	root: string
	path: string
	html: Uint8Array
	etag: string | undefined
	sourceHash: string | undefined
}

export type WriteAnswer = { id: number } & ({ html: Uint8Array; etag: string; br: Uint8Array } | { error: unknown })

const knownFolders = new Set<string>()

function runJob({ id, root, path, html, etag, sourceHash }: WriteJob): WriteAnswer {
	try {
		const page = toPageFileSync(path, bufferOf(html), etag)
		new SiteFolder(root).writeSync(path, page, sourceHash, knownFolders)
		// Copy: a slice of Node's buffer pool would transfer the whole pool.
		return { id, html, etag: page.etag, br: new Uint8Array(page.br) }
	} catch (error) {
		return { id, error }
	}
}

parentPort?.on('message', (job: WriteJob) => {
	const answer = runJob(job)
	parentPort?.postMessage(answer, 'html' in answer ? [...ownMemory(answer.html), ...ownMemory(answer.br)] : [])
})
