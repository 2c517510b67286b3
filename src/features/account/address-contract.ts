import * as z from 'zod/mini'
import { UNCONFIRMED } from '#src/features/auth/password-contract.ts'
import { contract } from '#src/lib/api/contract.ts'
import { emailAddress } from '#src/lib/api/fields.ts'

const TOO_MANY = 'Too many attempts. Please wait a while and try again.'

/** Validity of links, as shown on screens and in emails. */
export const CONFIRM_HOURS = 48
export const UNDO_DAYS = 7

/**
 * Mails a link to the new address. The account only changes once the link is opened. For the account's own address, the
 * link confirms it. The response is the same if another account has the address.
 */
export const updateEmail = contract('PUT /api/user/email', {
	access: 'account',
	body: z.object({ email: emailAddress('Invalid email address') }),
	response: z.object({ sentTo: z.string() }),
	errors: {
		unconfirmed: [401, UNCONFIRMED],
		same: [400, 'This is already your address'],
		tooMany: [429, TOO_MANY],
		noMail: [503, 'This site cannot send email right now, so we cannot send you a link.'],
	},
})

/** Kinds of links, by the first letter of the token. The page that the link opens reads this letter. */
export const EMAIL_LINKS = { c: 'confirm', n: 'change', u: 'undo' } as const
export type EmailLinkKind = (typeof EMAIL_LINKS)[keyof typeof EMAIL_LINKS]

/** Applies a link from an email. Works whether or not the caller is signed in. */
export const confirmEmail = contract('POST /api/email-confirmation/:token', {
	access: 'public',
	params: z.object({ token: z.string().check(z.maxLength(100)) }),
	response: z.object({ kind: z.enum(['confirm', 'change', 'undo']), email: z.string() }),
	errors: {
		unknown: [404, 'This link is not valid. Open it from the email again, or copy all of it.'],
		otherAccount: [409, 'This link is for another account. Log out, then open it again.'],
		used: [409, 'This link was already used. You do not need to do anything.'],
		replaced: [409, 'The address of this account has changed since then. Use the link in the latest email.'],
		undone: [409, 'This change was undone with the link sent to the old address.'],
		late: [410, 'This link has expired. Ask for a new one in your account.'],
		inactive: [409, 'This account is not active, so its address cannot be changed.'],
		taken: [409, 'Another account now uses this address'],
		tooMany: [429, TOO_MANY],
	},
})
