import * as z from 'zod/mini'

// The fields of second factors, and the errors for wrong ones.

const ENTER = 'Enter the 6 digits of the code'
const ENTER_RECOVERY = 'Enter the 10 letters and digits of a recovery code'

/** Ignores whitespace: apps show a code in two groups. */
export const code = z.string(ENTER).check(
	z.maxLength(40, ENTER),
	z.overwrite((text: string) => text.replaceAll(/\s/g, '')),
	z.regex(/^\d{6}$/, ENTER),
)

export const recoveryCode = z.string(ENTER_RECOVERY).check(
	z.maxLength(40, ENTER_RECOVERY),
	z.overwrite((text: string) => text.replaceAll(/[\s-]/g, '').toUpperCase()),
	z.regex(/^[A-Z2-7]{10}$/, ENTER_RECOVERY),
)

/** An authenticator's response as the browser returns it. The library validates it. */
export const passkeyAnswer = z.looseObject({
	id: z.string().check(z.maxLength(2000)),
	rawId: z.string(),
	type: z.literal('public-key'),
	response: z.looseObject({ clientDataJSON: z.string() }),
	clientExtensionResults: z.looseObject({}),
})
export type PasskeyAnswer = z.output<typeof passkeyAnswer>

const TOO_MANY = 'Too many attempts. Please wait a few minutes and try again.'

export const codeErrors = {
	wrongCode: [400, 'That code is not right. Codes change every 30 seconds.'],
	usedCode: [409, 'This code was used already. Wait for the next one.'],
	/** SECRET_KEY was changed. */
	unreadable: [409, 'This site can no longer check codes from your app. Use a recovery code.'],
	tooMany: [429, TOO_MANY],
} as const

export const passkeyErrors = {
	unknownPasskey: [404, 'This passkey is not known here'],
	/** Also for a passkey that may have been copied. */
	refusedPasskey: [400, 'This passkey could not be checked. Please try again.'],
	tooMany: [429, TOO_MANY],
} as const
