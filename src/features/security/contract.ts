import * as z from 'zod/mini'
import { code, codeErrors, passkeyAnswer, passkeyErrors } from '#src/features/auth/second-factor-fields.ts'
import { contract, timestamp } from '#src/lib/api/contract.ts'
import { oneLine } from '#src/lib/one-line.ts'

export const MAX_PASSKEYS = 10

const passkeyName = z
	.string('Give it a name')
	.check(oneLine, z.minLength(1, 'Give it a name'), z.maxLength(60, 'Use at most 60 characters'))

export const passkey = z.object({
	id: z.string(),
	name: z.string(),
	createdAt: timestamp,
	lastUsedAt: z.nullable(timestamp),
})
export type Passkey = z.output<typeof passkey>

// Each change requires an identity confirmation (`auth/server/step-up.ts`).

/** The second factors of the caller's account. */
export const security = z.object({
	/** When the authenticator app was set up; null if there is none. */
	appSince: z.nullable(timestamp),
	/** False after a change of SECRET_KEY, until the app is set up again. */
	isAppReadable: z.boolean(),
	passkeys: z.array(passkey),
	recoveryCodesLeft: z.number(),
	/** Browsers that are not asked for a second factor. */
	trustedDevices: z.number(),
	/** When an admin is locked out without a second factor; null if none is required. */
	requiredFrom: z.nullable(timestamp),
	/** When a reset requested by another admin removes the second factor; null if none was requested. */
	resetDueAt: z.nullable(timestamp),
})
export type Security = z.output<typeof security>

/** Recovery codes to write down, shown once. */
const newCodes = z.object({ recoveryCodes: z.array(z.string()) })

const own = { access: 'account', isForSetup: true } as const

const LAST = [409, 'This is your last way to sign in'] as const
const MISSING = [404, 'You have no authenticator app here'] as const

export const getSecurity = contract('GET /api/user/security', { ...own, response: security })

/** Starts setting up an app. The app is not a second factor until `confirmTotp`. */
export const createTotp = contract('POST /api/user/totp', {
	...own,
	response: z.object({
		/** The key in Base32, to type. */
		key: z.string(),
		/** The `otpauth://` link to open. */
		uri: z.string(),
		/** The QR code: its side length in modules, and an SVG path of the dark modules. */
		qr: z.object({ size: z.number(), path: z.string() }),
	}),
	errors: { exists: [409, 'Your authenticator app is already set up. Remove it first.'] },
})

export const confirmTotp = contract('POST /api/user/totp/confirm', {
	...own,
	body: z.object({ code }),
	/** Empty if the account already has recovery codes. */
	response: newCodes,
	errors: {
		...codeErrors,
		notBegun: [409, 'This key is no longer valid. Start over.'],
	},
})

export const deleteTotp = contract('DELETE /api/user/totp', { ...own, errors: { missing: MISSING, last: LAST } })

export const createRecoveryCodes = contract('POST /api/user/recovery-codes', {
	...own,
	response: newCodes,
	status: 201,
	errors: { noFactor: [409, 'Set up an authenticator app or a passkey first.'] },
})

export const endTrustedDevices = contract('DELETE /api/user/trusted-devices', own)

export const getPasskeyOptions = contract('POST /api/user/passkeys/options', {
	...own,
	response: z.looseObject({ challenge: z.string() }),
	errors: { tooManyPasskeys: [409, `You can have at most ${MAX_PASSKEYS} passkeys.`] },
})

export const createPasskey = contract('POST /api/user/passkeys', {
	...own,
	body: z.object({ name: passkeyName, passkey: passkeyAnswer }),
	response: newCodes,
	status: 201,
	errors: {
		refused: [400, 'This passkey could not be added. Please try again.'],
		over: [409, 'That took too long. Please try again.'],
		known: [409, 'This passkey has already been added.'],
		tooManyPasskeys: [409, `You can have at most ${MAX_PASSKEYS} passkeys.`],
	},
})

export const updatePasskey = contract('PATCH /api/user/passkeys/:id', {
	...own,
	body: z.object({ name: passkeyName }),
	errors: { unknown: passkeyErrors.unknownPasskey },
})

export const deletePasskey = contract('DELETE /api/user/passkeys/:id', {
	...own,
	errors: { unknown: passkeyErrors.unknownPasskey, last: LAST },
})
