import { eq } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { notificationPreferences, unsubscribeTokens } from '#db/schema/notifications.ts'
import { questionCategories, questionFollows, questions } from '#db/schema/questions.ts'
import { write } from '#db/write.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { DEFAULT_QUOTES } from '#src/lib/forms/mail-quotes.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { env } from '#src/platform/env/env.ts'
import { hashToken } from '#src/platform/tokens.ts'
import type { Preferences } from '../contract.ts'
import * as contracts from '../contract.ts'
import { stopDigest, unwatch } from './digest-settings.ts'

const ALL: Preferences = {
	...{ mentions: true, comments: true, reminders: true, feedback: true, news: true, offers: true },
	deadlines: true,
	quotes: DEFAULT_QUOTES,
}

/** Returns a member's email preferences; by default all emails are on. */
export async function getPreferencesFor(userId: string): Promise<Preferences> {
	const [row] = await db().select().from(notificationPreferences).where(eq(notificationPreferences.userId, userId))
	return row ?? ALL
}

function setPreferences(userId: string, change: Partial<Preferences>) {
	return db()
		.insert(notificationPreferences)
		.values({ userId, ...ALL, ...change })
		.onConflictDoUpdate({ target: notificationPreferences.userId, set: change })
}

export const getPreferences: Service<typeof contracts.getPreferences> = (_, { user }) => getPreferencesFor(user.id)

export const updatePreferences: Service<typeof contracts.updatePreferences> = async ({ body }, { user }) => {
	const change = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
	await write(setPreferences(user.id, change))
	return getPreferencesFor(user.id)
}

const SCOPE_TEXTS = {
	mentions: 'emails about mentions',
	comments: 'emails about new comments',
	reminders: 'coaching session reminders',
	feedback: 'emails about journal feedback',
	digest: 'digests',
	news: 'emails with news from the club',
	offers: 'emails about questions without an answer',
	deadlines: 'reminders before your last day for credits',
} as const

/** Finds the member and scope of a link. Undefined for an unknown token, or a deleted member or question. */
async function findToken(token: string) {
	const [row] = await db()
		.select({
			userId: unsubscribeTokens.userId,
			scope: unsubscribeTokens.scope,
			questionId: unsubscribeTokens.questionId,
			title: questions.title,
			categoryId: unsubscribeTokens.categoryId,
			category: questionCategories.name,
		})
		.from(unsubscribeTokens)
		.leftJoin(questions, eq(questions.id, unsubscribeTokens.questionId))
		.leftJoin(questionCategories, eq(questionCategories.id, unsubscribeTokens.categoryId))
		.where(eq(unsubscribeTokens.tokenHash, hashToken(token)))
	return row
}

function scopeText({ scope, title, category }: NonNullable<Awaited<ReturnType<typeof findToken>>>): string {
	if (scope === 'question') return `emails about “${title ?? 'this question'}”`
	if (scope === 'category') return `emails about new questions in “${category ?? 'this category'}”`
	return SCOPE_TEXTS[scope]
}

/** Returns the link's scope as text; undefined if the link is not valid. Changes nothing: mail scanners open links. */
export async function describeToken(token: string): Promise<string | undefined> {
	const row = await findToken(token)
	return row && scopeText(row)
}

function unsubscribeStatements(row: NonNullable<Awaited<ReturnType<typeof findToken>>>) {
	const { userId, scope, questionId, categoryId } = row
	if (scope === 'digest') return [stopDigest(userId)]
	if (scope === 'category') return categoryId ? [unwatch(userId, categoryId)] : []
	if (scope !== 'question') return [setPreferences(userId, { [scope]: false })]
	if (!questionId) return []
	return [
		db()
			.insert(questionFollows)
			.values({ userId, questionId, state: 'muted' })
			.onConflictDoUpdate({ target: [questionFollows.questionId, questionFollows.userId], set: { state: 'muted' } }),
	]
}

/** Unsubscribes by a link. @returns the scope as text; undefined if the link is not valid. */
export async function redeemToken(token: string): Promise<string | undefined> {
	const row = await findToken(token)
	if (!row) return undefined
	await write(...unsubscribeStatements(row))
	return scopeText(row)
}

/** Redirects to the unsubscribe page: some email clients open the URL in `List-Unsubscribe`. */
export const openUnsubscribe: Service<typeof contracts.openUnsubscribe> = async ({ params }) =>
	`${env().publicUrl}/unsubscribe/${encodeURIComponent(params.token)}`

export const unsubscribe: Service<typeof contracts.unsubscribe> = async ({ params }) => {
	const what = await redeemToken(params.token)
	if (what === undefined) throw httpError(contracts.unsubscribe.errors.notFound)
	return { what }
}
