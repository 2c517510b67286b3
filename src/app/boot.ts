import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { backupDatabase } from '#db/backup.ts'
import { type Database, database, databaseFileOf, isDatabaseOpen, openDatabase, useDatabase } from '#db/client.ts'
import { lockDataFolder, type ReleaseLock } from '#db/lock.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { createAccountUnlessTaken, deactivateDomain, hasAdmin } from '#src/features/auth/server/accounts.ts'
import { hashPassword } from '#src/features/auth/server/passwords.ts'
import { countUnsentMail } from '#src/features/mail/server/service.ts'
import { startPodcastPoller } from '#src/features/podcast/server/poller.ts'
import { forgetOtherFeeds, refreshFeed } from '#src/features/podcast/server/service.ts'
import { ensureStartingCategories } from '#src/features/questions/server/starting-categories.ts'
import { env } from '#src/platform/env.ts'
import type { StaticFile, StaticStore } from '#src/platform/http/static-store.ts'
import { log } from '#src/platform/log.ts'
import { mailWaits } from '#src/platform/mail/mail.ts'
import { listenForCommands } from './control.ts'
import { demoDomain } from './demo-domain.ts'
import { startJobs } from './jobs.ts'
import { isManagedPath } from './public-pages/all.ts'
import { Publisher, type TwinApp, twinRenderer } from './publish/publisher.ts'
import { SiteFolder } from './publish/site-folder.ts'
import { exportSnapshot } from './publish/snapshot.ts'

/** A sign-in that the start may print, since it exists for demonstration only. */
export interface DemoSignIn {
	role: string
	email: string
	password: string
}

/**
 * A site that was tried out with demonstration data and then opened to the public still has its people, all with
 * the same password, which everybody can read. In production, and on https, they are shut before anything else.
 */
async function shutDemoAccounts(): Promise<void> {
	const shut = await deactivateDomain(demoDomain)
	if (shut > 0) log.warn({ accounts: shut }, 'demonstration accounts were deactivated: this site is for the public')
}

/** Fills in the demonstration. Its data is loaded where it is asked for: production has none. @returns its sign-ins. */
async function openDemo(): Promise<DemoSignIn[]> {
	const [{ seedDemo }, { demoAccounts, demoPassword }] = await Promise.all([
		import('#db/seed/index.ts'),
		import('#db/seed/accounts.ts'),
	])
	await seedDemo()
	return Object.values(demoAccounts).map(({ role, email }) => ({ role, email, password: demoPassword }))
}

/** The first admin of a new site, from the settings. Never touches a site that has one. */
async function ensureAdmin(): Promise<void> {
	const { admin } = env()
	if (await hasAdmin()) return
	if (!admin) {
		log.warn('There is no admin. Set ADMIN_EMAIL and ADMIN_PASSWORD and start again to create one.')
		return
	}
	const { name, email, password } = admin
	const account = { name, email, passwordHash: await hashPassword(password), role: 'admin' } as const
	// Of several nodes that start together one does it.
	if (await createAccountUnlessTaken(account)) log.info('first admin created')
	else if (!(await hasAdmin()))
		log.warn('There is no admin, and ADMIN_EMAIL is the address of a member. Set another one, and start again.')
}

async function warnOfWaitingMail(): Promise<void> {
	const { waiting } = await countUnsentMail()
	log.warn({ waiting }, 'SMTP_URL is not set: no mail leaves. Mails wait in the outbox until a start that has it.')
}

/** A database file is locked when it is opened; of a server many nodes are clients, each with a data folder of its own. */
async function holdDataFolder(): Promise<ReleaseLock> {
	const { databaseUrl, dataDir } = env()
	if (databaseFileOf(databaseUrl) !== undefined) return async () => undefined
	await mkdir(dataDir, { recursive: true, mode: 0o700 })
	return lockDataFolder(dataDir)
}

/**
 * Opens the database of this process, brings it up to date and fills what must be there.
 * @throws {DatabaseInUseError} when another server has the file, or the data folder.
 */
export async function openSite(): Promise<{ signIns: DemoSignIn[]; close(): Promise<void> }> {
	const { databaseUrl, databaseAuthToken, seedDemo: wantsDemo, production, publicUrl } = env()
	const release = await holdDataFolder()
	let opened: Database | undefined
	const close = async () => {
		useDatabase(undefined)
		await opened?.close()
		await release()
	}
	let signIns: DemoSignIn[] = []
	try {
		opened = await openDatabase({ url: databaseUrl, authToken: databaseAuthToken })
		await migrateDatabase(opened)
		useDatabase(opened)
		if (production || (publicUrl.startsWith('https:') && !wantsDemo)) await shutDemoAccounts()
		await forgetOtherFeeds()
		await ensureStartingCategories()
		if (wantsDemo) signIns = await openDemo()
		await ensureAdmin()
		if (mailWaits()) await warnOfWaitingMail()
	} catch (error) {
		await close()
		throw error
	}
	return { signIns, close }
}

let opening: Promise<unknown> | undefined

/** The development server has no start file of ours: its first request opens the site and reads the feed. */
export async function openInDevelopment(): Promise<void> {
	if (isDatabaseOpen()) return
	opening ??= openSite().then(() => refreshFeed())
	await opening
}

/** The built site, as `astro-entry.ts` exports it. */
interface BuiltSite {
	app: TwinApp
}

/** What the start file needs to serve the site. */
export interface Booted {
	readonly store: StaticStore
	readonly signIns: DemoSignIn[]
	/** A public page that has no file yet; undefined when there is no such page. */
	renderPublicPage(path: string): Promise<StaticFile | undefined>
	/** Starts the publisher, the feed poller and the other jobs. Call it once the site answers. */
	startJobs(): Promise<void>
	/** Stops the jobs, waits for what runs, closes the database. */
	close(): Promise<void>
}

/** Opens the site for serving: database, public pages, jobs. `built` is what the build left in `dist`. */
export async function boot(
	built: BuiltSite,
	options: { store: StaticStore; release: string; readBuiltPage(path: string): StaticFile | undefined },
): Promise<Booted> {
	const { dataDir, publicUrl, podcastFeedUrl, production } = env()
	const site = await openSite()
	const publisher = new Publisher({
		store: options.store,
		folder: new SiteFolder(join(dataDir, 'site')),
		stamp: `${options.release} ${publicUrl}`,
		readBuiltPage: options.readBuiltPage,
		render: twinRenderer(built.app, publicUrl),
		onPublished: () => {
			exportSnapshot(dataDir).catch((error: unknown) => log.error({ err: error }, 'snapshot could not be written'))
		},
	})
	await publisher.load()
	const stops: Array<() => Promise<void> | void> = []
	stops.push(
		await listenForCommands(dataDir, {
			async backup(target) {
				await backupDatabase(database(), target)
				return `Saved ${target}`
			},
			async 'feed-check'() {
				const { outcome, message } = await refreshFeed()
				if (outcome === 'failed') throw new Error(message)
				return message
			},
		}),
	)
	return {
		store: options.store,
		signIns: site.signIns,
		renderPublicPage: async (path) => (isManagedPath(path) ? publisher.renderNow(path) : undefined),
		async startJobs() {
			// The demonstration feed is a file beside us: read first, so that a fresh site never shows an empty list.
			if (!podcastFeedUrl) await refreshFeed()
			publisher.start()
			if (podcastFeedUrl || !production) stops.push(startPodcastPoller())
			stops.push(startJobs(), () => publisher.stop())
		},
		async close() {
			await Promise.all(stops.map((stop) => stop()))
			await site.close()
		},
	}
}
