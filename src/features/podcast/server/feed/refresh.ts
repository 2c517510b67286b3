import type { LookupAddress } from 'node:dns'
import { site } from '#src/lib/site/site.ts'
import { env } from '#src/platform/env/env.ts'
import { log } from '#src/platform/log.ts'
import type { RefreshOutcome } from '../../contract.ts'
import { contentHash, normalization } from './content-hash.ts'
import { demoFeedUrl, readDemoFeed } from './demo-feed.ts'
import { FeedError } from './feed-error.ts'
import { type FetchedFeed, fetchFeed, type Validators } from './fetch-feed.ts'
import { parseInWorker } from './parse/parse-in-worker.ts'
import {
	type FeedRow,
	type FeedStatusRow,
	feedNotes,
	readFeedState,
	saveFailure,
	saveFeed,
	saveRecovery,
} from './store.ts'

export interface RefreshOptions {
	/** Undefined means the demonstration feed. */
	feedUrl?: string | undefined
	publicUrl: string
	allowPrivate: boolean
	/** Aborts the poll, which then counts neither as a success nor as a failure. */
	signal?: AbortSignal | undefined
	timeLimitMs?: number | undefined
	isAllowedAddress?: ((address: string) => boolean) | undefined
	resolve?: ((hostname: string) => Promise<LookupAddress[]>) | undefined
}

/** Returns the feed's URL from the settings or the environment; undefined if neither has one. */
export const configuredFeedUrl = (): string | undefined => site().feedUrl || env().podcastFeedUrl

/** Returns the settings for the feed and the files that it links to. */
export const feedSettings = (): RefreshOptions => {
	const { publicUrl, feedAllowPrivate } = env()
	return { feedUrl: configuredFeedUrl(), publicUrl, allowPrivate: feedAllowPrivate }
}

/**
 * State of this process that is not stored, so that a poll without changes writes nothing. Validators are kept here if
 * they differ from the ones stored with the same content, for example if a server sends a new ETag each time.
 */
let lastSuccessAt: Date | undefined
let latestValidators: ({ contentHash: string } & Validators) | undefined

/** Returns the time of this process's last success; undefined if there has been none since startup. */
export const lastSuccess = () => lastSuccessAt

/** Removes the query string from a URL, since it may contain a key. */
export function withoutQuery(url: string): string {
	const { origin, pathname } = new URL(url)
	return origin + pathname
}

const episodeCount = (episodes: number) => `${episodes} ${episodes === 1 ? 'episode' : 'episodes'}`

/** Returns the validators to send; undefined if the stored content is from another feed or an older normalization. */
function validatorsFor(feed: FeedRow | undefined, url: string): Validators | undefined {
	if (feed?.url !== url || !feed.contentHash.startsWith(`${normalization()}-`)) return undefined
	return latestValidators?.contentHash === feed.contentHash ? latestValidators : feed
}

function fetchConfiguredFeed(options: RefreshOptions, validators: Validators | undefined): Promise<FetchedFeed> {
	const { feedUrl, publicUrl, allowPrivate, ...fetchOptions } = options
	if (!feedUrl) return readDemoFeed(publicUrl, validators)
	// Allow only the feed's own host, so that redirects to other private addresses are rejected.
	return fetchFeed(feedUrl, { ...fetchOptions, validators, allowPrivate: allowPrivate && feedUrl })
}

type State = { feed: FeedRow | undefined; status: FeedStatusRow | undefined; episodes: number }

async function fetchAndSave(state: State, options: RefreshOptions, url: string): Promise<RefreshOutcome> {
	const { feed: stored } = state
	const fetched = await fetchConfiguredFeed(options, validatorsFor(stored, url))
	if (fetched.modified) {
		const ownOrigin = new URL(options.publicUrl).origin
		const { bytes, contentType, url: baseUrl, etag, lastModified } = fetched
		const feed = await parseInWorker({ bytes, contentType, baseUrl, ownOrigin }, { signal: options.signal })
		const hash = contentHash(feed)
		if (stored?.url !== url || stored.contentHash !== hash) {
			await saveFeed(feed, { url, contentHash: hash, etag, lastModified })
			log.info({ feed: withoutQuery(url), episodes: feed.episodes.length }, 'podcast feed changed')
			const message = `The feed has changed. The site now has ${episodeCount(feed.episodes.length)}.`
			return { outcome: 'changed', episodes: feed.episodes.length, message, notes: feed.notes }
		}
		latestValidators = { contentHash: hash, etag, lastModified }
	}
	if (state.status?.failingSince) await saveRecovery()
	log.debug({ feed: withoutQuery(url), notModified: !fetched.modified }, 'podcast feed unchanged')
	const message = `The feed has not changed. The site has ${episodeCount(state.episodes)}.`
	return { outcome: 'unchanged', episodes: state.episodes, message, notes: feedNotes(state.feed) }
}

async function recordFailure(state: State, url: string, error: FeedError): Promise<RefreshOutcome> {
	await saveFailure(error.message)
	const lastSuccess = state.feed && (lastSuccessAt ?? state.status?.lastSuccessAt ?? state.feed.changedAt)
	const ageSeconds = lastSuccess ? Math.round((Date.now() - lastSuccess.getTime()) / 1000) : null
	log.warn(
		{ feed: withoutQuery(url), failure: error.failure, reason: error.message, ageSeconds, episodes: state.episodes },
		state.feed ? 'podcast feed not read; the last good one stays' : 'podcast feed not read; there is none yet',
	)
	const consequence = state.feed
		? `We keep the last good feed, with ${episodeCount(state.episodes)}.`
		: 'There is no earlier feed to show.'
	return {
		outcome: 'failed',
		episodes: state.episodes,
		message: `${error.message} ${consequence}`,
		notes: feedNotes(state.feed),
	}
}

async function refresh(options: RefreshOptions): Promise<RefreshOutcome> {
	const url = options.feedUrl ?? demoFeedUrl(options.publicUrl)
	const state = await readFeedState()
	try {
		const result = await fetchAndSave(state, options, url)
		lastSuccessAt = new Date()
		return result
	} catch (error) {
		if (!(error instanceof FeedError)) throw error
		return await recordFailure(state, url, error)
	}
}

let running: Promise<RefreshOutcome> | undefined

/** In production, the site shows no podcast until a feed is set, since the demonstration feed is fictional. */
const NO_FEED: RefreshOutcome = {
	outcome: 'failed',
	episodes: 0,
	message: 'No podcast feed is set. Enter its address under Settings.',
	notes: [],
}

/**
 * Polls the feed once: fetches, parses and writes changes. If a poll is already running, returns that poll's result.
 * If the feed is rejected, returns the failure as an outcome and keeps the last good feed.
 * @param overrides replace the settings, for tests and for the poller's signal.
 * @throws if the database write fails, or the reason of `signal` after an abort.
 */
export function refreshFeed(overrides: Partial<RefreshOptions> = {}): Promise<RefreshOutcome> {
	const options = { ...feedSettings(), ...overrides }
	if (!options.feedUrl && env().production) return Promise.resolve(NO_FEED)
	running ??= refresh(options).finally(() => {
		running = undefined
	})
	return running
}
