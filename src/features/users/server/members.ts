import { eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import { db } from '#db/client.ts'
import { users } from '#db/schema/users.ts'
import { withApplicantRecord } from '#src/features/auth/server/applicant-record.ts'
import { liveSessions } from '#src/features/auth/server/auth-sessions.ts'
import { triesByAccount } from '#src/features/auth/server/service.ts'
import { accountExists } from '#src/features/auth/server/still-admin.ts'
import { findFactorState } from '#src/features/security/server/reset.ts'
import { httpError, isApiError } from '#src/lib/api/errors.ts'
import type { Context, Service } from '#src/platform/endpoint/handle.ts'
import { openCursor, page } from '#src/platform/endpoint/paging.ts'
import { lockedUntil } from '#src/platform/limits/rate-limit.ts'
import { mailWaits } from '#src/platform/mail/mail.ts'
import type { MemberRecords } from '#src/platform/member-data.ts'
import type { RecordKind } from '../member-contract.ts'
import * as contracts from '../member-contract.ts'
import { deactivateUser } from './deactivate.ts'
import { findUser } from './directory.ts'
import { resendInvitation } from './password-links.ts'

export interface MemberSources {
	records: Readonly<Record<RecordKind, MemberRecords>>
	findDecision(userId: string): Promise<{ decidedAt: Date; decidedBy: string } | undefined>
	/** Approves an application. @throws {ApiError} if that is not possible. */
	approve(userId: string, context: Context<'admin'>): Promise<unknown>
}

/** Returns the message of an `ApiError` with a status below 500; rethrows anything else. */
function errorMessage(error: unknown): string {
	if (isApiError(error) && error.status < 500) return error.text
	throw error
}

export function memberServices({ records, findDecision, approve }: MemberSources) {
	/** Reads the initial data of a member's page; undefined if there is no such account. */
	async function findMember(id: string) {
		const [account, decision, sessions, factor] = await Promise.all([
			findUser(id),
			findDecision(id),
			liveSessions(id),
			findFactorState(id),
		])
		if (!account) return undefined
		const { decidedAt = null, decidedBy = null } = decision ?? {}
		const locked = (await lockedUntil(triesByAccount, account.emailKey)) ?? null
		const facts = { decidedAt, decidedBy, signIns: sessions.length, lockedUntil: locked, ...factor }
		return z.parse(contracts.member, { ...withApplicantRecord(account), ...facts })
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
			accountExists(params.id),
			kind.slice(params.id, before, query.limit + 1),
			kind.count(params.id),
		])
		if (!known) throw httpError(contracts.listMemberRecords.errors.unknown)
		return page(context, contracts.listMemberRecords, { params, query }, rows, { total, cursorOf: ({ row }) => [row] })
	}

	/** Changes each account independently, as from its own page, so a failure does not block the others. */
	const changeUsers: Service<typeof contracts.changeUsers> = async ({ body }, context) => {
		const { action, reason } = body
		if (action === 'invite' && mailWaits()) throw httpError(contracts.changeUsers.errors.noMail)
		if (action === 'deactivate' && reason === undefined) throw httpError(contracts.changeUsers.errors.reason)
		const refused: { id: string; name: string; why: string }[] = []
		const chosen = [...new Map(body.users.map((each) => [each.id, each])).values()]
		for (const { id, version } of chosen) {
			try {
				if (action === 'approve') await approve(id, context)
				else if (action === 'invite') await resendInvitation(id, context)
				else await deactivateUser({ params: { id }, query: {}, body: { reason: reason ?? '', version } }, context)
			} catch (error) {
				const why = errorMessage(error)
				const [account] = await db().select({ name: users.name }).from(users).where(eq(users.id, id))
				refused.push({ id, name: account?.name ?? 'A deleted account', why })
			}
			// Let waiting requests run.
			await new Promise((resolve) => setImmediate(resolve))
		}
		return { done: chosen.length - refused.length, refused }
	}

	return { findMember, getMember, listMemberRecords, changeUsers }
}
