import { and, eq } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { isUniqueViolation } from '#db/errors.ts'
import { hasRow } from '#db/rows.ts'
import { users } from '#db/schema/users.ts'
import { write } from '#db/write.ts'
import type { CurrentUser } from '#src/features/auth/contract.ts'
import { liveSessions } from '#src/features/auth/server/auth-sessions.ts'
import { deviceName } from '#src/features/auth/server/device-name.ts'
import { endSessions } from '#src/features/auth/server/end-sessions.ts'
import { endTrust } from '#src/features/auth/server/factors/trusted-devices.ts'
import { endPassword } from '#src/features/auth/server/links.ts'
import { accountOf, isNotMeToken } from '#src/features/auth/server/new-device.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { recordAudit } from '#src/platform/audit.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { nextVersion } from '#src/platform/endpoint/version.ts'
import { addressSubject, countAttempts, type RateLimit } from '#src/platform/limits/rate-limit.ts'
import { sign } from '#src/platform/tokens.ts'
import * as contracts from '../contract.ts'
import { actions } from './audit-actions.ts'

export const updateProfile: Service<typeof contracts.updateProfile> = async ({ body }, context) => {
	try {
		const [row] = await db()
			.update(users)
			.set({ name: body.name, username: body.username, updatedAt: new Date(), version: nextVersion(users.version) })
			.where(eq(users.id, context.user.id))
			.returning()
		return row ?? context.user
	} catch (error) {
		if (isUniqueViolation(error, 'users.username')) throw httpError(contracts.updateProfile.errors.taken)
		throw error
	}
}

/** Returns the public id of a session. The database id is never sent, since tokens are checked against it. */
const publicId = (sessionId: string) => sign(`sign-in:${sessionId}`).slice(0, 22)

export async function listSignInsFor(userId: string, currentId: string | undefined) {
	const rows = await liveSessions(userId)
	return rows
		.map(({ id, userAgent, clientAddress, createdAt, expiresAt }) => ({
			id: publicId(id),
			device: deviceName(userAgent),
			clientAddress,
			createdAt,
			expiresAt,
			isCurrent: id === currentId,
		}))
		.sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent))
}

export const listSignIns: Service<typeof contracts.listSignIns> = (_, { user, authSession }) =>
	listSignInsFor(user.id, authSession.id)

export const endOtherSignIns: Service<typeof contracts.endOtherSignIns> = async (_, { user, authSession }) => {
	await write(endSessions({ of: user.id, except: authSession.id }), endTrust(user.id))
}

export const endSignIn: Service<typeof contracts.endSignIn> = async ({ params }, { user, authSession }) => {
	const { errors } = contracts.endSignIn
	if (params.id === publicId(authSession.id)) throw httpError(errors.own)
	const row = (await liveSessions(user.id)).find(({ id }) => publicId(id) === params.id)
	if (!row) throw httpError(errors.unknown)
	await endSessions({ of: user.id, only: row.id })
}

const perAccount: RateLimit = { name: 'disowned', limit: 5, seconds: 60 * 60 }
const perAddress: RateLimit = { name: 'disowned-address', limit: 30, seconds: 60 * 60 }

export const disownSignIn: Service<typeof contracts.disownSignIn> = async ({ body }, { clientAddress }) => {
	const { errors } = contracts.disownSignIn
	const id = accountOf(body.token)
	const wait = await countAttempts([[perAddress, addressSubject(clientAddress)]])
	if (wait !== undefined) throw httpError(errors.tooMany, { retryAfter: wait })
	const [user] = await db().select().from(users).where(eq(users.id, id))
	if (!user) throw httpError(errors.unknown)
	if (!isNotMeToken(body.token, user)) throw httpError(errors.over)
	if ((await countAttempts([[perAccount, id]])) !== undefined) throw httpError(errors.tooMany)
	const when = hasRow(users, and(eq(users.id, id), eq(users.status, 'active')))
	const subject = { type: 'user', id, name: user.name }
	await write(
		recordAudit({ actor: user, action: actions['sign-in.disowned'], subject }, when),
		endSessions({ of: id, when }),
		...endPassword(user, when),
	)
}

/** Returns whether the member still has a password that an admin chose and that was sent by mail. */
export async function shouldChangePassword(user: Pick<CurrentUser, 'id'>): Promise<boolean> {
	const [row] = await db().select({ has: users.hasInitialPassword }).from(users).where(eq(users.id, user.id))
	return row?.has ?? false
}
