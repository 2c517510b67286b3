import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { databaseFileOf } from '#db/address.ts'
import { backupDatabase } from '#db/backup.ts'
import { database, isDatabaseOpen, openDatabase, useDatabase } from '#db/client.ts'
import { DatabaseUnavailableError } from '#db/errors.ts'
import { lockDataFolder, type ReleaseLock } from '#db/lock.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { createAccountUnlessTaken, deactivateDomain, hasAdmin } from '#src/features/auth/server/accounts.ts'
import { hashPassword } from '#src/features/auth/server/passwords.ts'
import { ensureSlugs } from '#src/features/course-access/server/slugs.ts'
import { finishDeletions } from '#src/features/deletions/server/unfinished.ts'
import { countUnsentMail } from '#src/features/mail/server/service.ts'
import { startPodcastPoller } from '#src/features/podcast/server/feed/poller.ts'
import { addMissingSlugs } from '#src/features/podcast/server/library/old-episodes.ts'
import { feedAddress, followFeedAddress, forgetOtherFeeds, refreshFeed } from '#src/features/podcast/server/service.ts'
import { ensureStartingCategories } from '#src/features/questions/server/starting-categories.ts'
import { loadSite } from '#src/features/settings/server/service.ts'
import { hasFeature } from '#src/lib/site/features.ts'
import { env } from '#src/platform/env/env.ts'
import type { StaticFile, StaticStore } from '#src/platform/http/files/static-store.ts'
import { log } from '#src/platform/log.ts'
import { mailWaits } from '#src/platform/mail/mail.ts'
import { Standstill } from '#src/platform/nodes/standstill.ts'
import { startBackups } from '../backups/schedule.ts'
import { demoDomain } from '../demo-domain.ts'
import type { NodeAnswers } from '../nodes/answer-node.ts'
import { isShared, SiteNode } from '../nodes/site-node.ts'
import { contentsOf, isManagedPath, renderPages } from '../public-pages/all.ts'
import {
	folderStamp,
	haveFeaturesOf,
	type PageCache,
	type PageNeeds,
	pagesMadeBy,
	servePageCache,
} from '../publish/page-cache.ts'
import { pageRenderer, type RenderApp } from '../publish/page-renderer.ts'
import { Publisher } from '../publish/publisher.ts'
import { SiteFolder } from '../publish/site-folder.ts'
import { exportSnapshot } from '../publish/snapshot.ts'
import { startJobs } from '../start-jobs.ts'
import { connectWithRetry } from './connect-with-retry.ts'
import { listenForCommands } from './control.ts'
import { pageImports } from './page-imports.ts'
import { describeOutage } from './startup-errors.ts'

export interface DemoSignIn {
	role: string
	email: string
	password: string
}

/**
 * Locks the demonstration accounts in production or on https, before anything else. A site that was tried out with
 * demonstration data and then made public still has them, with a publicly known password.
 */
async function lockDemoAccounts(): Promise<void> {
	const shut = await deactivateDomain(demoDomain)
	if (shut > 0) log.warn({ accounts: shut }, 'demonstration accounts were deactivated: this site is for the public')
}

/** Seeds the demonstration. Loads its data on demand: production has none. @returns its sign-ins. */
async function openDemo(): Promise<DemoSignIn[]> {
	const [{ seedDemo }, { demoAccounts, demoPassword }] = await Promise.all([
		import('#src/app/seed/index.ts'),
		import('#src/app/seed/accounts.ts'),
	])
	await seedDemo()
	return Object.values(demoAccounts).map(({ role, email }) => ({ role, email, password: demoPassword }))
}

/** Creates the first admin of a new site from the settings. Never changes a site that has one. */
async function ensureAdmin(): Promise<void> {
	const { admin } = env()
	if (await hasAdmin()) return
	if (!admin) {
		log.warn('There is no admin. Set ADMIN_EMAIL and ADMIN_PASSWORD and start again to create one.')
		return
	}
	const { name, email, password } = admin
	const account = { name, email, passwordHash: await hashPassword(password), role: 'admin' } as const
	// Of several nodes that start together, one succeeds.
	if (await createAccountUnlessTaken(account)) log.info('first admin created')
	else if (!(await hasAdmin()))
		log.warn('There is no admin, and ADMIN_EMAIL is the address of a member. Set another one, and start again.')
}

async function warnOfWaitingMail(): Promise<void> {
	const { waiting } = await countUnsentMail()
	log.warn({ waiting }, 'SMTP_URL is not set: no mail leaves. Mails wait in the outbox until a start that has it.')
}

/** Locks the data folder for a database server, whose nodes each have one. A database file is locked when opened. */
async function holdDataFolder(): Promise<ReleaseLock> {
	const { databaseUrl, dataDir } = env()
	if (databaseFileOf(databaseUrl) !== undefined) return async () => undefined
	await mkdir(dataDir, { recursive: true, mode: 0o700 })
	return lockDataFolder(dataDir)
}

interface OpenDatabase {
	/** Migrates it and adds required data. May be called again after a failure. */
	prepare(): Promise<DemoSignIn[]>
	close(): Promise<void>
}

/** @throws {DatabaseInUseError} if another server has the file or the data folder. */
async function lockDatabase(): Promise<OpenDatabase> {
	const { databaseUrl, databaseAuthToken, seedDemo: wantsDemo, production, publicUrl } = env()
	const release = await holdDataFolder()
	const opened = await openDatabase({ url: databaseUrl, authToken: databaseAuthToken }).catch(
		async (error: unknown) => {
			await release()
			throw error
		},
	)
	return {
		async prepare() {
			await migrateDatabase(opened)
			useDatabase(opened)
			await loadSite()
			if (production || (publicUrl.startsWith('https:') && !wantsDemo)) await lockDemoAccounts()
			await finishDeletions()
			await forgetOtherFeeds()
			await ensureStartingCategories()
			await ensureSlugs()
			if (hasFeature('podcast')) await addMissingSlugs()
			const signIns = wantsDemo ? await openDemo() : []
			if (wantsDemo) await loadSite()
			await ensureAdmin()
			if (mailWaits()) await warnOfWaitingMail()
			return signIns
		},
		async close() {
			useDatabase(undefined)
			await opened.close()
			await release()
		},
	}
}

/**
 * Opens the database of this process, migrates it and adds required data.
 * @throws {DatabaseInUseError} if another server has the file or the data folder.
 */
export async function openSite(): Promise<{ signIns: DemoSignIn[]; close(): Promise<void> }> {
	const { prepare, close } = await lockDatabase()
	try {
		return { signIns: await prepare(), close }
	} catch (error) {
		await close()
		throw error
	}
}

let opening: Promise<unknown> | undefined

/** Opens the site and reads the feed at the first request of the development server, which has no start file. */
export async function openInDevelopment(): Promise<void> {
	if (isDatabaseOpen()) return
	opening ??= openSite().then(() => refreshFeed())
	await opening
}

interface BuiltSite {
	app: RenderApp
}

export interface Booted {
	/** Whether the database server has not answered since the start, so that only files can be served. */
	isWaiting(): boolean
	/** Resolves once the database is open, to the sign-ins to print; to undefined if the site was closed before. */
	readonly opened: Promise<DemoSignIn[] | undefined>
	/** Cached pages served while the database is unavailable; undefined if it is available. */
	readonly pageCache: PageCache | undefined
	/** Renders a public page without a file; undefined if there is no such page. */
	renderPublicPage(path: string): Promise<StaticFile | undefined>
	/** Answers calls of other nodes; undefined if there can be none. */
	readonly answerNode: NodeAnswers | undefined
	/**
	 * Returns a promise to await before a page is shown that may be gone (`ServerDeps`). Nearly always undefined, and
	 * always without other nodes.
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
	})

/**
 * Opens the site for serving: database, public pages, jobs. `built` is the build in `dist`. While the database
 * server is unavailable, the last published pages are served.
 */
export async function boot(
	built: BuiltSite,
	options: { store: StaticStore; release: PageNeeds; readBuiltPage(path: string): StaticFile | undefined },
): Promise<Booted> {
	const { dataDir, publicUrl } = env()
	const { store, release, readBuiltPage } = options
	const held = await lockDatabase()
	const folder = new SiteFolder(join(dataDir, 'site'))
	const node = isShared() ? new SiteNode() : undefined
	const publisher = new Publisher({
		store,
		folder,
		stamp: folderStamp(release),
		madeBy: () => pagesMadeBy(release),
		readBuiltPage,
		hasBuiltFeatures: haveFeaturesOf(release.features),
		reload: loadSite,
		contentsOf,
		render: renderPages(
			pageRenderer(
				built.app,
				publicUrl,
				pageImports((address) => store.get(address)?.identity.toString()),
			),
		),
		...(node ? { peers: node.peers } : {}),
		onPublished: () => {
			exportSnapshot(dataDir).catch((error: unknown) => log.error({ err: error }, 'snapshot could not be written'))
		},
	})
	const standstill = node && new Standstill(() => publisher.catchUp())
	const stops: Array<() => Promise<void> | void> = []
	let pageCache: PageCache | undefined
	const opening = await connectWithRetry({
		async open() {
			const signIns = await held.prepare()
			await publisher.load()
			stops.push(await listen(dataDir))
			return signIns
		},
		awaySentence: describeOutage,
		async onAway() {
			pageCache = await servePageCache(store, folder, { dataDir, release: release.id })
		},
	}).catch(async (error: unknown) => {
		await held.close()
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
		answerNode: node?.answers(publisher),
		missed: () => standstill?.missed(),
		async startJobs(port) {
			// First: from here on other nodes call us about their changes.
			await node?.join(port)
			// The demonstration feed is a local file: read it first, so a new site never shows an empty list. Continue if
			// the database became unavailable: the poller retries.
			if (!feedAddress())
				await refreshFeed().catch((error: unknown) =>
					log.error({ err: error }, 'podcast feed could not be read at the start'),
				)
			publisher.start()
			if (standstill) stops.push(standstill.watch())
			stops.push(startPodcastPoller(), followFeedAddress())
			stops.push(startBackups())
			const stopJobs = startJobs({ publisher, self: node?.self })
			stops.push(
				() => publisher.stop(),
				async () => {
					await stopJobs()
					await node?.leave()
				},
			)
		},
		published: () => publisher.idle(),
		async close() {
			opening.stop()
			await Promise.all(stops.map((stop) => stop()))
			await held.close()
		},
	}
}
