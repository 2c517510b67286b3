import { mkdir } from 'node:fs/promises'
import { databaseFileOf } from '#db/address.ts'
import { isDatabaseOpen, openDatabase, useDatabase } from '#db/client.ts'
import { lockDataFolder, type ReleaseLock } from '#db/lock.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { createAccountUnlessTaken, deactivateDomain, hasAdmin } from '#src/features/auth/server/accounts.ts'
import { hashPassword } from '#src/features/auth/server/passwords/passwords.ts'
import { insertShippedRules } from '#src/features/cle/server/rules.ts'
import { ensureSlugs } from '#src/features/course-access/server/slugs.ts'
import { finishDeletions } from '#src/features/deletions/server/unfinished.ts'
import { loadPublicPlans } from '#src/features/dues/server/public-plans.ts'
import { countUnsentMail } from '#src/features/mail/server/service.ts'
import { addMissingSlugs } from '#src/features/podcast/server/library/old-episodes.ts'
import { deleteOtherFeeds, refreshFeed } from '#src/features/podcast/server/service.ts'
import { ensureStartingCategories } from '#src/features/questions/server/starting-categories.ts'
import { loadSite } from '#src/features/settings/server/service.ts'
import { hasFeature } from '#src/lib/site/features.ts'
import { env } from '#src/platform/env/env.ts'
import { log } from '#src/platform/log.ts'
import { mailWaits } from '#src/platform/mail/mail.ts'
import { demoDomain } from '../demo-domain.ts'

export interface DemoSignIn {
	role: string
	email: string
	password: string
}

/**
 * Locks the demonstration accounts, before a public site is served. A site that was tried out with demonstration data
 * and then made public still has them, with a publicly known password.
 */
async function lockDemoAccounts(): Promise<void> {
	const deactivated = await deactivateDomain(demoDomain)
	if (deactivated > 0)
		log.warn({ accounts: deactivated }, 'demonstration accounts were deactivated: this site is for the public')
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
	// Only one of several nodes that start together succeeds.
	if (await createAccountUnlessTaken(account)) log.info('first admin created')
	else if (!(await hasAdmin()))
		log.warn('There is no admin, and ADMIN_EMAIL is the email address of a member. Set another one, and start again.')
}

async function warnOfWaitingMail(): Promise<void> {
	const { waiting } = await countUnsentMail()
	log.warn(
		{ waiting },
		'SMTP_URL is not set, so no mail is sent. It waits in the outbox until the server starts with SMTP_URL.',
	)
}

/** Locks the data folder for a database server, whose nodes each have one. A database file is locked when opened. */
async function lockDataFolderForServer(): Promise<ReleaseLock> {
	const { databaseUrl, dataDir } = env()
	if (databaseFileOf(databaseUrl) !== undefined) return async () => undefined
	await mkdir(dataDir, { recursive: true, mode: 0o700 })
	return lockDataFolder(dataDir)
}

interface OpenDatabase {
	/** Migrates the database and adds required data. May be called again after a failure. */
	prepare(): Promise<DemoSignIn[]>
	close(): Promise<void>
}

/** Opens the database, which locks it. @throws {DatabaseInUseError} if another server has the file or data folder. */
export async function lockDatabase(): Promise<OpenDatabase> {
	const { databaseUrl, databaseAuthToken, seedDemo: wantsDemo, production, publicUrl } = env()
	const release = await lockDataFolderForServer()
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
			await loadPublicPlans()
			if (production || (publicUrl.startsWith('https:') && !wantsDemo)) await lockDemoAccounts()
			await finishDeletions()
			await deleteOtherFeeds()
			await ensureStartingCategories()
			await ensureSlugs()
			if (hasFeature('cle')) await insertShippedRules()
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
