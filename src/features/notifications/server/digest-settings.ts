import { and, eq, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { categoryWatches, digestSettings } from '#db/schema/notifications.ts'
import { questionCategories } from '#db/schema/questions.ts'
import { users } from '#db/schema/users.ts'
import { write } from '#db/write.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { knownZone } from '#src/lib/dates/known-zone.ts'
import { site } from '#src/lib/site/site.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import type { Digest } from '../digest-contract.ts'
import * as contracts from '../digest-contract.ts'
import { nextDigestAt } from '../digest-time.ts'

/** Returns the default settings: a digest on Mondays, in the club's time zone because the member's is unknown. */
const defaultDigest = (): Digest => ({ every: 'week', weekday: 1, timeZone: knownZone(site().timeZone) ?? 'UTC' })

export async function getDigestFor(userId: string): Promise<Digest> {
	const [row] = await db().select().from(digestSettings).where(eq(digestSettings.userId, userId))
	if (!row) return defaultDigest()
	const { every, weekday, timeZone } = row
	return { every, weekday, timeZone }
}

export const getDigest: Service<typeof contracts.getDigest> = (_, { user }) => getDigestFor(user.id)

/**
 * Starts the digests of members who have no settings yet. Called by a job, because there are many ways for an account
 * to become active. The first digest contains everything that is unread.
 */
export async function startDigests(now = Date.now()): Promise<void> {
	const { every, weekday, timeZone } = defaultDigest()
	const nextAt = nextDigestAt(now, defaultDigest())?.getTime()
	await db().run(sql`
		insert into ${digestSettings} (user_id, every, weekday, time_zone, next_at, told_until)
		select u.id, ${every}, ${weekday}, ${timeZone}, ${nextAt}, 0 from ${users} u
		where u.status = 'active' and not exists (select 1 from ${digestSettings} d where d.user_id = u.id)
		on conflict do nothing`)
}

/** Returns the statement that sets a digest. If it was `never`, earlier notifications are left out. */
function setDigest(userId: string, digest: Digest, now: number) {
	const nextAt = nextDigestAt(now, digest) ?? new Date(0)
	const notifiedUntil = new Date(now)
	return db()
		.insert(digestSettings)
		.values({ userId, ...digest, nextAt, notifiedUntil })
		.onConflictDoUpdate({
			target: digestSettings.userId,
			set: {
				...digest,
				nextAt,
				notifiedUntil: sql`case every when 'never' then ${now} else told_until end`,
			},
		})
}

export const stopDigest = (userId: string) => setDigest(userId, { ...defaultDigest(), every: 'never' }, Date.now())

export const updateDigest: Service<typeof contracts.updateDigest> = async ({ body }, { user }) => {
	await write(setDigest(user.id, body, Date.now()))
	return body
}

export async function listWatchedFor(userId: string): Promise<string[]> {
	const rows = await db()
		.select({ id: categoryWatches.categoryId })
		.from(categoryWatches)
		.where(eq(categoryWatches.userId, userId))
	return rows.map(({ id }) => id)
}

export const unwatch = (userId: string, categoryId: string) =>
	db()
		.delete(categoryWatches)
		.where(and(eq(categoryWatches.userId, userId), eq(categoryWatches.categoryId, categoryId)))

export const watchCategory: Service<typeof contracts.watchCategory> = async ({ params, body }, { user }) => {
	const { found } = await write({
		change: body.isWatched
			? db().run(sql`
				insert into ${categoryWatches} (category_id, user_id) select id, ${user.id} from ${questionCategories}
				where id = ${params.id} on conflict do nothing`)
			: unwatch(user.id, params.id),
		found: db().all<{ id: string }>(sql`select id from ${questionCategories} where id = ${params.id}`),
	})
	if (found.length === 0) throw httpError(contracts.watchCategory.errors.notFound)
}
