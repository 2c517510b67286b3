import { parentPort } from 'node:worker_threads'
import { drawInvoice, type Paper } from './draw-invoice.ts'
import { LetterError } from './letters.ts'

export interface Drawn {
	/** Empty if a letter is missing. */
	bytes: Uint8Array
	missingLetter?: string
}

async function drawn(paper: Paper): Promise<Drawn> {
	try {
		// A copy: the buffer may share its memory, which cannot be handed over.
		return { bytes: Uint8Array.from(await drawInvoice(paper)) }
	} catch (error) {
		if (error instanceof LetterError) return { bytes: new Uint8Array(), missingLetter: error.letter }
		throw error
	}
}

// An exception ends the worker and reaches the caller as its `error` event.
parentPort?.on('message', async ({ id, paper }: { id: number; paper: Paper }) => {
	parentPort?.postMessage({ id, ...(await drawn(paper)) })
})
