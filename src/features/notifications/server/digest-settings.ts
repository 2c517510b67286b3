import { and, eq, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { categoryWatches, digestSettings } from '#db/schema/notifications.ts'
import { questionCategories } from '#db/schema/questions.ts'
import { write } from '#db/write.ts'
import { httpError } from '#src/lib/api/errors.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import type { Digest } from '../digest-contract.ts'
import * as contracts from '../digest-contract.ts'
import { nextDigestAt } from '../digest-time.ts'

const FIRST_WEEKDAY = 1

export async function getDigestFor(userId: string): Promise<Digest> {
	const [row] = await db().select().from(digestSettings).where(eq(digestSettings.userId, userId))
	if (!row) return { every: 'never', weekday: FIRST_WEEKDAY, timeZone: 'UTC' }
	const { every, weekday, timeZone } = row
	return { every, weekday, timeZone }
}

export const getDigest: Service<typeof contracts.getDigest> = (_, { user }) => getDigestFor(user.id)

export const stopDigest = (userId: string) => db().delete(digestSettings).where(eq(digestSettings.userId, userId))

export const updateDigest: Service<typeof contracts.updateDigest> = async ({ body }, { user }) => {
	const now = Date.now()
	const nextAt = nextDigestAt(now, body)
	if (body.every === 'never' || !nextAt) {
		await write(stopDigest(user.id))
		return { ...body, every: 'never' }
	}
	const { every, weekday, timeZone } = body
	const set = { every, weekday, timeZone, nextAt }
	await write(
		db()
			.insert(digestSettings)
			.values({ userId: user.id, ...set, notifiedUntil: new Date(now) })
			.onConflictDoUpdate({ target: digestSettings.userId, set }),
	)
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
