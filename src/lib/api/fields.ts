import * as z from 'zod/mini'
import { NEW_ID } from '#src/lib/ids.ts'
import { isMailAddress, readAddress, unreachableEnding } from '#src/lib/mail-address.ts'
import { oneLine } from '#src/lib/one-line.ts'
import { formatNumber } from '../text/format-number.ts'

// Fields that several forms share. The sentences differ from form to form, so they are given.

function between(name: string, least: number, most: number, clean: ReturnType<typeof z.trim>) {
	const tooShort = `${name} must be at least ${least} characters`
	const tooLong = `${name} must be at most ${formatNumber(most)} characters`
	return z.string(tooShort).check(clean, z.minLength(least, tooShort), z.maxLength(most, tooLong))
}

/** A text of one line, such as a title or a name. */
export const lineBetween = (name: string, least: number, most: number) => between(name, least, most, oneLine)

/** A text of several lines, such as a description; spaces around it do not count. */
export const textBetween = (name: string, least: number, most: number) => between(name, least, most, z.trim())

/** A person's name, 100 characters at most. */
export const personName = (least: number, message: string) =>
	z.string(message).check(oneLine, z.minLength(least, message), z.maxLength(100, 'Name must be at most 100 characters'))

/** An e-mail address as people write it on a form, `Dana <dana@…>` and `mailto:` included, whether mail can reach it or not. */
export const writtenAddress = (message: string) =>
	z.string(message).check(
		z.overwrite((text) => readAddress(text).address),
		z.email(message),
		z.refine(isMailAddress, message),
	)

/** What is said of an address that no mail can reach, which its ending tells without asking the network. */
export const unreachableText = (address: string) =>
	`No e-mail can reach an address that ends in ${unreachableEnding(address)}`

/** An e-mail address as above, to which something can be sent. */
export const emailAddress = (message: string) =>
	writtenAddress(message).check(
		z.refine((address) => unreachableEnding(address) === undefined, {
			error: ({ input }) => unreachableText(String(input)),
		}),
	)

/** Longest password that is taken; none is ever cut. */
export const LONGEST_PASSWORD = 256

/** A password that is being chosen. Whether it is one of the commonest only the server knows. */
export const newPassword = (least: number, message: string) =>
	z
		.string(message)
		.check(
			z.minLength(least, message),
			z.maxLength(LONGEST_PASSWORD, `Password must be at most ${LONGEST_PASSWORD} characters`),
		)

/** An optional line; an empty one is none. */
export const optionalLine = (most: number, name: string) =>
	z.optional(
		z.string(`${name} must be text`).check(oneLine, z.maxLength(most, `${name} must be at most ${most} characters`)),
	)

/**
 * Names one sending of a post, made where it is written: sent again under the same name, as after a lost answer, it
 * stands once. Without a name each sending is a post of its own.
 */
export const idempotencyKey = z.optional(
	z.string().check(z.regex(/^[\w-]{8,64}$/, 'Something went wrong. Please try again.')),
)

/** The same where the name becomes the id of what is made. */
export const idempotencyKeyAsId = z.optional(
	z.string().check(z.regex(NEW_ID, 'Something went wrong. Please try again.')),
)

/** What is sent under a name, or none. */
export type SentAs = { idempotencyKey?: string | undefined }

/** The refusal of a name that was used, for something that is another by now. */
export const savedBefore = (what: string) =>
	[409, `Your ${what} was saved before it was changed or deleted. Edit that one, or save this as another.`] as const

const dateTime = z.iso.datetime({ offset: true })
/** Whether `text` is an instant. An offset may lead out of the four digits that a calendar file has for a year. */
export const isInstant = (text: string) =>
	z.safeParse(dateTime, text).success && /^\d{4}-/.test(new Date(text).toISOString())
