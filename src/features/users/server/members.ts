import { eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import { db } from '#db/client.ts'
import { users } from '#db/schema/users.ts'
import { liveSessions } from '#src/features/auth/server/auth-sessions.ts'
import { isThere } from '#src/features/auth/server/still-admin.ts'
import { httpError, isApiError } from '#src/lib/api/errors.ts'
import type { Context, Service } from '#src/platform/endpoint/handle.ts'
import { openCursor, page } from '#src/platform/endpoint/paging.ts'
import type { MemberRecords } from '#src/platform/member-records.ts'
import type { RecordKind } from '../member-contract.ts'
import * as contracts from '../member-contract.ts'
import { deactivateUser } from './deactivate.ts'

/** What the page about a member takes of other features. */
export interface MemberSources {
	records: Readonly<Record<RecordKind, MemberRecords>>
	/** Who decided about somebody's application, and when. */
	findDecision(userId: string): Promise<{ decidedAt: Date; decidedBy: string } | undefined>
	/** Approves an application. @throws {ApiError} where that cannot be. */
	approve(userId: string, context: Context<'admin'>): Promise<unknown>
}

/** Says why something was refused; what was no refusal goes on. */
function whyNot(error: unknown): string {
	if (isApiError(error) && error.status < 500) return error.text
	throw error
}

/** The calls of the page about a member, and of what is done to several at once. */
export function memberServices({ records, findDecision, approve }: MemberSources) {
	/** What the page about a member begins with; undefined where there is no such account. */
	async function findMember(id: string) {
		const [[account], decision, sessions] = await Promise.all([
			db().select().from(users).where(eq(users.id, id)),
			findDecision(id),
			liveSessions(id),
		])
		if (!account) return undefined
		const { decidedAt = null, decidedBy = null } = decision ?? {}
		return z.parse(contracts.member, { ...account, decidedAt, decidedBy, signIns: sessions.length })
	}

	const getMember: Service<typeof contracts.getMember> = async ({ params }) => {
		const member = await findMember(params.id)
		if (!member) throw httpError(contracts.getMember.errors.unknown)
		return member
	}

	const listMemberRecords: Service<typeof contracts.listMemberRecords> = async ({ params, query }, context) => {
		const [before] = openCursor(query.cursor, 'number') ?? []
		const kind = records[params.kind]
		const [known, rows, total] = await Promise.all([
			isThere(params.id),
			kind.slice(params.id, before, query.limit + 1),
			kind.count(params.id),
		])
		if (!known) throw httpError(contracts.listMemberRecords.errors.unknown)
		return page(context, contracts.listMemberRecords, { params, query }, rows, { total, cursorOf: ({ row }) => [row] })
	}

	/** Each is changed by itself, as from its own page, so that one that cannot be changed holds up no other. */
	const changeUsers: Service<typeof contracts.changeUsers> = async ({ body }, context) => {
		const { action, reason } = body
		if (action === 'deactivate' && reason === undefined) throw httpError(contracts.changeUsers.errors.reason)
		const refused: { id: string; name: string; why: string }[] = []
		const chosen = [...new Map(body.users.map((each) => [each.id, each])).values()]
		for (const { id, version } of chosen) {
			try {
				if (action === 'approve') await approve(id, context)
				else await deactivateUser({ params: { id }, query: {}, body: { reason: reason ?? '', version } }, context)
			} catch (error) {
				const why = whyNot(error)
				const [account] = await db().select({ name: users.name }).from(users).where(eq(users.id, id))
				refused.push({ id, name: account?.name ?? 'Somebody whose account is gone', why })
			}
			// Requests that came meanwhile go first.
			await new Promise((resolve) => setImmediate(resolve))
		}
		return { done: chosen.length - refused.length, refused }
	}

	return { findMember, getMember, listMemberRecords, changeUsers }
}
