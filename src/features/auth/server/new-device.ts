import type { SQL } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { UserRow } from '#db/schema/users.ts'
import { enqueueMail } from '#src/platform/mail/mail.ts'
import { isSame, sign } from '#src/platform/tokens.ts'
import { knownDevice } from './auth-sessions.ts'
import { deviceName } from './device-name.ts'
import { newDevice } from './mails.ts'

/** Validity of the link `This was not me`, in milliseconds. */
const VALID_MS = 30 * 24 * 60 * 60_000

type Owner = Pick<UserRow, 'id' | 'passwordHash'>

// The password hash is signed too, so a new password invalidates the link.
const signatureOf = ({ id, passwordHash }: Owner, at: string) => sign(`not-me:${id}:${at}:${passwordHash}`)

/** Returns the account id in the token of a link. */
export const accountOf = (token: string) => token.split('.')[0] ?? ''

/** Returns whether a link of this account still works. */
export function isNotMeToken(token: string, owner: Owner): boolean {
	const [, at = '', signature = ''] = token.split('.')
	return isSame(signature, signatureOf(owner, at)) && Number(at) > Date.now() - VALID_MS
}

/**
 * Returns the statement that mails the owner about a sign-in from a browser without their device cookie. The first
 * sign-in sends no email. A browser in which the owner chose a password through a link has the cookie.
 */
export function newDeviceMail(
	user: Pick<UserRow, 'id' | 'name' | 'email' | 'passwordHash' | 'lastSeenAt'>,
	userAgent: string,
	cookieHeader: string | undefined,
	when: SQL,
): BatchItem<'sqlite'>[] {
	if (user.lastSeenAt.getTime() === 0 || knownDevice(user.id, cookieHeader) !== undefined) return []
	const at = Date.now()
	const token = `${user.id}.${at}.${signatureOf(user, String(at))}`
	const data = { name: user.name, device: deviceName(userAgent), at, token }
	return [enqueueMail({ to: user.email, mail: newDevice, data, until: at + VALID_MS }, { when })]
}
