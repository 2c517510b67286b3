import { type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { write } from '#db/write.ts'
import { recordPost } from '#src/features/audit/server/post-entry.ts'
import * as posts from '#src/features/comments/post-contract.ts'
import { notifyMember } from '#src/features/notifications/server/notify.ts'
import { httpError } from '#src/lib/api/errors.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { actions } from './audit-actions.ts'
import { sources } from './posts.ts'
import { answerReports, hasReports } from './reports.ts'

export const hidePost: Service<typeof posts.hidePost> = async ({ params, body }, { user }) => {
	const { kind, id } = params
	const { hidable, entry, cause: causeOf } = sources[kind]
	const cause = await causeOf(id)
	if (!cause) throw httpError(posts.hidePost.errors.notFound)
	const isNewReason = sql`hidden_reason is not ${body.reason}`
	const { change } = await write({
		audit: recordPost(user, actions['post.hidden'], { type: kind, id }, entry(id), isNewReason),
		notified: notifyMember(
			hidable.author(id),
			{ kind: 'hidden', ...cause },
			sql`id <> ${user.id} and ${hidable.is(id, isNewReason)}`,
		),
		change: hidable.hide(id, body.reason, sql`1`),
		reports: answerReports(id, 'hidden'),
	})
	if (change.rowsAffected === 0) throw httpError(posts.hidePost.errors.notFound)
}

async function isOwn(author: SQL, userId: string): Promise<boolean> {
	const [row] = await db().all<{ isOwn: number | null }>(sql`select ${author} = ${userId} as isOwn`)
	return row?.isOwn === 1
}

export const keepPost: Service<typeof posts.keepPost> = async ({ params }, { user }) => {
	const { kind, id } = params
	const { hidable, entry, cause: causeOf } = sources[kind]
	const cause = await causeOf(id)
	if (!cause) throw httpError(posts.keepPost.errors.notFound)
	if (user.role !== 'admin' && (await isOwn(hidable.author(id), user.id))) throw httpError(posts.keepPost.errors.own)
	const isHidden = sql`hidden_at is not null`
	const subject = { type: kind, id }
	const { change } = await write({
		shown: recordPost(user, actions['post.shown'], subject, entry(id), isHidden),
		kept: recordPost(user, actions['post.kept'], subject, entry(id), sql`hidden_at is null and ${hasReports(id)}`),
		notified: notifyMember(
			hidable.author(id),
			{ kind: 'hidden', ...cause },
			sql`id <> ${user.id} and ${hidable.is(id, isHidden)}`,
		),
		change: hidable.show(id),
		reports: answerReports(id, 'kept'),
	})
	if (change.rowsAffected === 0) throw httpError(posts.keepPost.errors.notFound)
}
