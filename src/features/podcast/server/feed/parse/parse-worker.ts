import { parentPort } from 'node:worker_threads'
import { type ReadChapters, readChapters } from '#src/platform/transcripts/read-chapters.ts'
import { formatOfType, type ReadTranscript, readTranscript } from '#src/platform/transcripts/read-transcript.ts'
import { TranscriptError } from '#src/platform/transcripts/transcript-error.ts'
import { FeedError, type FeedFailure } from '../feed-error.ts'
import { decodeText, decodeXml } from './decode-xml.ts'
import type { NormalizedFeed, ParseOptions } from './parse-feed.ts'

export interface ParseJob extends ParseOptions {
	bytes: Uint8Array
	contentType: string | undefined
}

/** A file that the feed links to or an admin uploads. `type` comes from the feed or the upload. */
export interface FileJob {
	kind: 'transcript' | 'chapters'
	bytes: Uint8Array
	type: string
	/** The server's value, used for the charset. */
	contentType?: string | undefined
}

/** The result of a job. */
export interface Parsed {
	feed: NormalizedFeed
	transcript: ReadTranscript
	chapters: ReadChapters
}
export type ParseResult = Partial<Parsed> | { failure: FeedFailure; message: string }

async function parse(job: ParseJob | FileJob): Promise<Partial<Parsed>> {
	if (!('kind' in job)) {
		// Loaded for feeds only, to keep transcript uploads fast.
		const { parseFeed } = await import('./parse-feed.ts')
		const { bytes, contentType, ...options } = job
		return { feed: await parseFeed(decodeXml(bytes, contentType), options) }
	}
	const text = decodeText(job.bytes, job.contentType)
	if (job.kind === 'chapters') return { chapters: readChapters(text) }
	return { transcript: await readTranscript(text, formatOfType(job.type)) }
}

async function runJob(job: ParseJob | FileJob): Promise<ParseResult> {
	try {
		return await parse(job)
	} catch (error) {
		if (error instanceof FeedError) return { failure: error.failure, message: error.message }
		if (error instanceof TranscriptError) return { failure: 'not-a-feed', message: error.message }
		throw error
	}
}

// An exception ends the worker and reaches the caller as its `error` event.
parentPort?.on('message', async (job: ParseJob | FileJob) => {
	// The time limit starts here.
	parentPort?.postMessage('started')
	parentPort?.postMessage(await runJob(job))
})
