import { join } from 'node:path'
import { backupDatabase } from '#db/backup.ts'
import { database } from '#db/client.ts'
import { DatabaseUnavailableError } from '#db/errors.ts'
import { loadPublicPlans } from '#src/features/dues/server/public-plans.ts'
import { startPodcastPoller } from '#src/features/podcast/server/feed/poller.ts'
import { configuredFeedUrl, refreshFeed, watchFeedUrl } from '#src/features/podcast/server/service.ts'
import { countUnreadable } from '#src/features/security/server/reseal.ts'
import { resetSecondFactor } from '#src/features/security/server/reset.ts'
import { loadSite } from '#src/features/settings/server/service.ts'
import { env } from '#src/platform/env/env.ts'
import type { StaticFile, StaticStore } from '#src/platform/http/files/static-store.ts'
import { log } from '#src/platform/log.ts'
import { Standstill } from '#src/platform/nodes/standstill.ts'
import { startBackups } from '../backups/schedule.ts'
import type { NodeCallHandler } from '../nodes/answer-node.ts'
import { isShared, SiteNode } from '../nodes/site-node.ts'
import { contentsOf, isManagedPath, renderPages } from '../public-pages/all.ts'
import {
	areFeaturesCurrent,
	folderStamp,
	type PageCache,
	type PageNeeds,
	renderFingerprint,
	servePageCache,
} from '../publish/page-cache.ts'
import { pageRenderer, type RenderApp } from '../publish/page-renderer.ts'
import { Publisher } from '../publish/publisher.ts'
import { SiteFolder } from '../publish/site-folder.ts'
import { exportSnapshot } from '../publish/snapshot.ts'
import { startJobs } from '../start-jobs.ts'
import { connectWithRetry } from './connect-with-retry.ts'
import { listenForCommands } from './control.ts'
import { type DemoSignIn, lockDatabase } from './open-site.ts'
import { pageImports } from './page-imports.ts'
import { describeOutage } from './startup-errors.ts'

interface BuiltSite {
	app: RenderApp
}

export interface Booted {
	/** Returns whether the database server has been unavailable since the start, so that only files can be served. */
	isWaiting(): boolean
	/** Resolves to the sign-ins to print once the database is open, or to undefined if the site was closed first. */
	readonly opened: Promise<DemoSignIn[] | undefined>
	/** Cached pages served while the database is unavailable; undefined if it is available. */
	readonly pageCache: PageCache | undefined
	/** Renders a public page without a file; undefined if there is no such page. */
	renderPublicPage(path: string): Promise<StaticFile | undefined>
	/** Answers calls from other nodes; undefined if there can be no other nodes. */
	readonly answerNode: NodeCallHandler | undefined
	/**
	 * Returns a promise to await before showing a page that may be gone (`ServerDeps`). Undefined in nearly all cases,
	 * and always if there are no other nodes.
	 */
	missed(): Promise<boolean> | undefined
	/** Starts the publisher, the feed poller and the other jobs. Call it once the site is open, on `port`. */
	startJobs(port: number): Promise<void>
	/** Resolves when all pages were checked and no publish is running. */
	published(): Promise<void>
	close(): Promise<void>
}

const listen = (dataDir: string) =>
	listenForCommands(dataDir, {
		async backup(target) {
			await backupDatabase(database(), target)
			return `Saved ${target}`
		},
		async 'feed-check'() {
			const { outcome, message } = await refreshFeed()
			if (outcome === 'failed') throw new Error(message)
			return message
		},
		'reset-second-factor': resetSecondFactor,
	})

/** Warns how many people can use only recovery codes because SECRET_KEY was changed. */
async function warnOfUnreadableSecrets(): Promise<void> {
	const unreadable = await countUnreadable()
	if (unreadable > 0)
		log.warn(
			{ unreadable },
			'SECRET_KEY was changed: authenticator apps cannot be checked, only recovery codes. See `npm run account:reseal`',
		)
}

interface BootOptions {
	readonly store: StaticStore
	readonly release: PageNeeds
	readBuiltPage(path: string): StaticFile | undefined
}

function publisherOf({ app }: BuiltSite, options: BootOptions, folder: SiteFolder, node: SiteNode | undefined) {
	const { dataDir, publicUrl } = env()
	const { store, release, readBuiltPage } = options
	const finish = pageImports((address) => store.get(address)?.identity.toString())
	return new Publisher({
		store,
		folder,
		stamp: folderStamp(release),
		fingerprint: () => renderFingerprint(release),
		readBuiltPage,
		hasBuiltFeatures: areFeaturesCurrent(release.features),
		reload: async () => void (await Promise.all([loadSite(), loadPublicPlans()])),
		contentsOf,
		render: renderPages(pageRenderer(app, publicUrl, finish)),
		...(node ? { peers: node.peers } : {}),
		onPublished: () => {
			exportSnapshot(dataDir).catch((error: unknown) => log.error({ err: error }, 'snapshot could not be written'))
		},
	})
}

type Stop = () => Promise<void> | void

/** Starts the publisher, the feed poller and the other jobs. @returns functions that stop them. */
async function startWork(publisher: Publisher, node: SiteNode | undefined, port: number): Promise<Stop[]> {
	// Join first: from now on, other nodes call us about their changes.
	await node?.join(port)
	// The demonstration feed is a local file: read it first, so a new site never shows an empty list. Continue if
	// the database became unavailable: the poller retries.
	if (!configuredFeedUrl())
		await refreshFeed().catch((error: unknown) =>
			log.error({ err: error }, 'podcast feed could not be read at the start'),
		)
	publisher.start()
	const stopJobs = startJobs({ publisher, self: node?.self })
	const stopJobsAndLeave = async () => {
		await stopJobs()
		await node?.leave()
	}
	return [startPodcastPoller(), watchFeedUrl(), startBackups(), () => publisher.stop(), stopJobsAndLeave]
}

/**
 * Opens the site for serving: database and public pages. `built` is the build in `dist`. While the database
 * server is unavailable, the last published pages are served.
 */
export async function boot(built: BuiltSite, options: BootOptions): Promise<Booted> {
	const { dataDir } = env()
	const { store, release } = options
	const site = await lockDatabase()
	const folder = new SiteFolder(join(dataDir, 'site'))
	const node = isShared() ? new SiteNode() : undefined
	const publisher = publisherOf(built, options, folder, node)
	const standstill = node && new Standstill(() => publisher.catchUp())
	const stops: Stop[] = []
	let pageCache: PageCache | undefined
	const opening = await connectWithRetry({
		async open() {
			const signIns = await site.prepare()
			await publisher.load()
			stops.push(await listen(dataDir))
			await warnOfUnreadableSecrets()
			return signIns
		},
		outageMessage: describeOutage,
		async onOutage() {
			pageCache = await servePageCache(store, folder, { dataDir, release: release.id })
		},
	}).catch(async (error: unknown) => {
		await site.close()
		throw error
	})
	return {
		isWaiting: opening.isWaiting,
		opened: opening.opened,
		pageCache,
		async renderPublicPage(path) {
			if (!isManagedPath(path)) return undefined
			if (opening.isWaiting()) throw new DatabaseUnavailableError(`Whether there is a page at ${path} is not known yet`)
			return publisher.renderNow(path)
		},
		answerNode: node?.callHandler(publisher),
		missed: () => standstill?.missed(),
		async startJobs(port) {
			stops.push(...(await startWork(publisher, node, port)))
			if (standstill) stops.push(standstill.watch())
		},
		published: () => publisher.idle(),
		async close() {
			opening.stop()
			await Promise.all(stops.map((stop) => stop()))
			await site.close()
		},
	}
}
