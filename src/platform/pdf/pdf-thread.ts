import { parentPort } from 'node:worker_threads'
import { LetterError } from './letters.ts'

export interface Drawn {
	/** Empty if no font has a letter of the text. */
	bytes: Uint8Array
	missingLetter?: string
}

/** A module that draws one kind of document. */
interface Drawing {
	draw: (paper: unknown) => Promise<Buffer>
}

async function drawn(drawing: string, paper: unknown): Promise<Drawn> {
	try {
		const { draw } = (await import(drawing)) as Drawing
		// Copy the bytes: the buffer may be part of a shared pool.
		return { bytes: Uint8Array.from(await draw(paper)) }
	} catch (error) {
		if (error instanceof LetterError) return { bytes: new Uint8Array(), missingLetter: error.letter }
		throw error
	}
}

interface Work {
	id: number
	drawing: string
	paper: unknown
}

// An exception ends the worker. The main thread gets it as the `error` event.
parentPort?.on('message', async ({ id, drawing, paper }: Work) => {
	parentPort?.postMessage({ id, ...(await drawn(drawing, paper)) })
})
