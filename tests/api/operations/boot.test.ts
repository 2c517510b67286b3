import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@libsql/client'
import { asc, eq, isNotNull, ne } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { database, db } from '#db/client.ts'
import { audit } from '#db/schema/audit.ts'
import { authSessions } from '#db/schema/auth.ts'
import { publishEvents, setupSteps } from '#db/schema/platform/operations.ts'
import { questionCategories } from '#db/schema/questions.ts'
import { type UserRow, users } from '#db/schema/users.ts'
import { demoAccounts, demoPassword } from '#src/app/seed/accounts.ts'
import { boot } from '#src/app/startup/boot.ts'
import { openSite } from '#src/app/startup/open-site.ts'
import { getUser, login } from '#src/features/auth/contract.ts'
import { getPodcast } from '#src/features/podcast/contract.ts'
import { getHomePodcast, getPodcastStatus, refreshFeed } from '#src/features/podcast/server/service.ts'
import * as settings from '#src/platform/env/env.ts'
import { StaticStore } from '#src/platform/http/files/static-store.ts'
import { callApi, insertAccount, signedIn, TEST_PASSWORD, visitor } from '#tests/support/api/api.ts'

let folder: string
let site: Pick<Awaited<ReturnType<typeof openSite>>, 'close'> | undefined
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'second-chair-boot-'))
})
afterEach(async () => {
	await site?.close()
	site = undefined
	rmSync(folder, { recursive: true, force: true })
})

/** Starts the test's site with these settings after closing the previous one. */
async function start(overrides: Partial<settings.Env>): Promise<void> {
	await site?.close()
	const current = settings.parseEnv({ NODE_ENV: 'test', DATA_DIR: folder, SEED_DEMO: 'false' })
	vi.spyOn(settings, 'env').mockReturnValue({ ...current, ...overrides })
	site = await openSite()
}

// Does not change PUBLIC_URL: on https, cookies have other names and existing ones would be ignored.
const production = { production: true }
const signIn = (email: string, password: string) => callApi(login, { as: visitor(), body: { email, password } })
const activePeople = async () =>
	(await db().select({ email: users.email }).from(users).where(eq(users.status, 'active')).orderBy(asc(users.id))).map(
		({ email }) => email,
	)

test('a production start locks out all accounts of the seed data', async () => {
	await start({ seedDemo: true })
	const owner = await insertAccount({ email: 'owner@club.example', role: 'admin' })
	const [demoAdmin] = await db().select().from(users).where(eq(users.email, demoAccounts.admin.email))
	const demoSession = await signedIn(demoAdmin as UserRow)
	const ownerSession = await signedIn(owner)
	const before = await activePeople()
	expect(before.length).toBeGreaterThan(3)

	await start(production)
	expect(await activePeople()).toEqual(['owner@club.example'])
	for (const email of before.filter((address) => address !== 'owner@club.example'))
		expect((await signIn(email, demoPassword)).status, email).toBe(403)
	expect((await callApi(getUser, { as: demoSession })).status).toBe(401)
	expect((await db().select().from(authSessions)).map(({ userId }) => userId)).toEqual([owner.id])
	expect((await callApi(getUser, { as: ownerSession })).status).toBe(200)
	expect((await signIn('owner@club.example', TEST_PASSWORD)).status).toBe(200)

	const entries = await db().select().from(audit)
	expect(entries).toHaveLength(before.length - 1)
	expect(entries[0]).toMatchObject({ actorId: null, actorName: 'Second Chair', action: 'user.status' })
	await start(production)
	expect(await db().select().from(audit)).toHaveLength(entries.length)
})

test('the first admin is created from the settings only if there is no other admin', async () => {
	const admin = { email: 'first@club.example', password: 'a long enough password', name: 'First Admin' }
	await start({ seedDemo: true })
	await start({ ...production, admin })
	expect(await activePeople()).toEqual([admin.email])
	expect((await signIn(admin.email, admin.password)).json).toMatchObject({ role: 'admin' })
	await start({ ...production, admin: { ...admin, email: 'second@club.example' } })
	expect(await activePeople()).toEqual([admin.email])
})

test('a production start without a feed removes the seed podcast', async () => {
	await start({ seedDemo: true })
	await refreshFeed()
	expect((await getHomePodcast()).episodes.length).toBeGreaterThan(0)
	// The real feed is set but not read yet, so the stored seed feed must not be shown.
	await start({ ...production, podcastFeedUrl: 'https://feeds.example/club.xml' })
	expect(await getHomePodcast()).toMatchObject({ episodes: [], feedUrl: null })
	expect((await callApi(getPodcast)).json).toMatchObject({ episodes: [] })

	await start({ seedDemo: true })
	await refreshFeed()
	await start(production)
	expect(await getHomePodcast()).toMatchObject({ episodes: [], feedUrl: null })
	expect(await getPodcastStatus()).toMatchObject({ feedUrl: null, episodes: 0 })
	expect(await db().select().from(publishEvents).where(eq(publishEvents.path, '/'))).not.toEqual([])
})

test('outside production the seed accounts work, and seeding runs once', async () => {
	await start({ seedDemo: true })
	const people = await activePeople()
	await start({ seedDemo: true })
	expect(await activePeople()).toEqual(people)
	expect((await signIn(demoAccounts.member.email, demoPassword)).status).toBe(200)
})

test('on https the seed accounts are locked out even outside production', async () => {
	await start({ seedDemo: true })
	await start({ publicUrl: 'https://club.example', seedDemo: false })
	expect(await activePeople()).toEqual([])
})

const slugs = async () =>
	(await db().select({ slug: questionCategories.slug }).from(questionCategories)).map(({ slug }) => slug).sort()

test('a new club starts with categories that its owner may delete permanently', async () => {
	await start(production)
	const initial = await slugs()
	expect(initial).toContain('technology')
	const all = await db().select().from(questionCategories)
	const practice = all.find(({ slug }) => slug === 'practice-specific')
	expect(practice?.parentCategoryId).toBeNull()
	expect(all.filter(({ parentCategoryId }) => parentCategoryId === practice?.id).length).toBeGreaterThan(2)

	await start(production)
	expect(await slugs()).toEqual(initial)
	await db().delete(questionCategories).where(isNotNull(questionCategories.parentCategoryId))
	await db().delete(questionCategories)
	await start(production)
	expect(await slugs()).toEqual([])
})

test('a club with categories gets only the category for introductions', async () => {
	await start({})
	await db().delete(setupSteps)
	await db().delete(questionCategories).where(ne(questionCategories.slug, 'ethics'))
	await start({})
	expect(await slugs()).toEqual(['ethics', 'introductions'])
})

test('the seed uses existing categories and adds missing ones', async () => {
	await start({})
	const initial = await slugs()
	await db().delete(questionCategories).where(eq(questionCategories.slug, 'technology'))
	await start({ seedDemo: true })
	expect(await slugs()).toEqual(initial)
})

test('a database outage during the start of the jobs does not end the process', async () => {
	const current = settings.parseEnv({ NODE_ENV: 'test', DATA_DIR: folder, SEED_DEMO: 'false' })
	vi.spyOn(settings, 'env').mockReturnValue(current)
	const running = await boot(
		{ app: { render: async () => new Response(null, { status: 404 }) } },
		{
			store: new StaticStore(),
			release: { id: 'r1', inputs: 'r1', scriptHashes: [], styleHashes: [] },
			readBuiltPage: () => undefined,
		},
	)
	site = running
	const other = createClient({ url: `file:${database().file}` })
	const transaction = await other.transaction('write')
	await running.startJobs(0)
	await transaction.rollback()
	other.close()
	await refreshFeed()
	expect((await getHomePodcast()).episodes.length).toBeGreaterThan(0)
})
