import * as z from 'zod/mini'
import { isDay } from '#src/lib/dates/calendar-day.ts'
import { NEW_ID } from '#src/lib/ids.ts'
import { isMailAddress, readAddress, unreachableEnding } from '#src/lib/mail-address.ts'
import { oneLine } from '#src/lib/one-line.ts'
import { formatNumber } from '../text/format-number.ts'

// Fields shared by forms. Their messages differ by form, so messages are parameters.

function between(name: string, min: number, max: number, clean: ReturnType<typeof z.trim>) {
	const tooShort = `${name} must be at least ${min} character${min === 1 ? '' : 's'}`
	const tooLong = `${name} must be at most ${formatNumber(max)} characters`
	return z.string(tooShort).check(clean, z.minLength(min, tooShort), z.maxLength(max, tooLong))
}

/** Defines single-line text, such as a title or a name. */
export const lineBetween = (name: string, min: number, max: number) => between(name, min, max, oneLine)

/** Defines multi-line text, such as a description; trimmed. */
export const textBetween = (name: string, min: number, max: number) => between(name, min, max, z.trim())

/** A person's name, up to 100 characters. */
export const personName = (min: number, message: string) =>
	z.string(message).check(oneLine, z.minLength(min, message), z.maxLength(100, 'Name must be at most 100 characters'))

export const NO_DAY = 'Enter a day that exists, such as 2027-03-14'
/** A calendar day, `YYYY-MM-DD`. */
export const day = z.string().check(z.refine(isDay, NO_DAY))

/**
 * An email address as typed, including `Dana <dana@…>` and `mailto:`. Does not check that the domain can receive mail.
 */
export const writtenAddress = (message: string) =>
	z.string(message).check(
		z.overwrite((text) => readAddress(text).address),
		z.email(message),
		z.refine(isMailAddress, message),
	)

/** Returns the message for an address with an undeliverable ending. Needs no network lookup. */
export const unreachableText = (address: string) =>
	`Email cannot reach an address that ends in ${unreachableEnding(address)}`

/** Like `writtenAddress`, but rejects domains that cannot receive mail. */
export const emailAddress = (message: string) =>
	writtenAddress(message).check(
		z.refine((address) => unreachableEnding(address) === undefined, {
			error: ({ input }) => unreachableText(String(input)),
		}),
	)

/** Maximum password length; passwords are never truncated. */
export const MAX_PASSWORD = 256

/** A new password. Only the server checks for common ones. */
export const newPassword = (min: number, message: string) =>
	z
		.string(message)
		.check(z.minLength(min, message), z.maxLength(MAX_PASSWORD, `Password must be at most ${MAX_PASSWORD} characters`))

/** An optional line of text. */
export const optionalLine = (max: number, name: string) =>
	z.optional(
		z.string(`${name} must be text`).check(oneLine, z.maxLength(max, `${name} must be at most ${max} characters`)),
	)

/**
 * Idempotency key of a post, created with its form. Repeated requests with the same key, as after a lost response,
 * create only one post. Without a key, each request creates a post.
 */
export const idempotencyKey = z.optional(
	z.string().check(z.regex(/^[\w-]{8,64}$/, 'Something went wrong. Please try again.')),
)

/** An idempotency key that becomes the id of the new item. */
export const idempotencyKeyAsId = z.optional(
	z.string().check(z.regex(NEW_ID, 'Something went wrong. Please try again.')),
)

export type SentAs = { idempotencyKey?: string | undefined }

/** Returns the error for a reused key whose item has changed since. */
export const savedBefore = (what: string) =>
	[409, `Your ${what} was already saved. Edit it, or save this as a new one.`] as const

const dateTime = z.iso.datetime({ offset: true })
/** Returns whether `text` is a valid instant whose year in UTC has four digits, as in calendar files. */
export const isInstant = (text: string) =>
	z.safeParse(dateTime, text).success && /^\d{4}-/.test(new Date(text).toISOString())
