import { parentPort } from 'node:worker_threads'
import { decodeXml } from './decode-xml.ts'
import { FeedError, type FeedFailure } from './feed-error.ts'
import { type NormalisedFeed, type ParseOptions, parseFeed } from './parse-feed.ts'

export interface ParseJob extends ParseOptions {
	bytes: Uint8Array
	contentType: string | undefined
}

export type ParseResult = { feed: NormalisedFeed } | { failure: FeedFailure; message: string }

async function result({ bytes, contentType, ...options }: ParseJob): Promise<ParseResult> {
	try {
		return { feed: await parseFeed(decodeXml(bytes, contentType), options) }
	} catch (error) {
		if (error instanceof FeedError) return { failure: error.failure, message: error.message }
		throw error
	}
}

// What is thrown ends the worker, and reaches the one who waits as its `error` event.
parentPort?.on('message', async (job: ParseJob) => parentPort?.postMessage(await result(job)))
