import {
	browserSupportsWebAuthn,
	browserSupportsWebAuthnAutofill,
	startAuthentication,
	startRegistration,
} from '@simplewebauthn/browser'
import type { PasskeyAnswer } from '#src/features/auth/second-factor-fields.ts'
import { getPasskeyOptionsMutation } from './queries.ts'
import { getPasskeyChallengeMutation } from './sign-in-queries.ts'

// Loaded only when a passkey is used or may be used, to keep the sign-in screen small.

type Options = Parameters<typeof startAuthentication>[0]['optionsJSON']
type NewOptions = Parameters<typeof startRegistration>[0]['optionsJSON']

/** Messages that replace the browser's error messages, by error name. */
const MESSAGES: Readonly<Record<string, string>> = {
	NotAllowedError: 'No passkey was used. You can try again.',
	InvalidStateError: 'This device already has a passkey for your account.',
}

const toReadableError = (error: unknown) => {
	const { name } = error as Error
	return new Error(MESSAGES[name] ?? 'This browser could not use a passkey here.', { cause: error })
}

function assertSupported(): void {
	if (!browserSupportsWebAuthn()) throw new Error('This browser does not support passkeys.')
}

/** Prompts for one of the browser's passkeys for this site. */
export async function askForPasskey(): Promise<PasskeyAnswer> {
	assertSupported()
	const optionsJSON = (await getPasskeyChallengeMutation.mutationFn()) as unknown as Options
	try {
		return (await startAuthentication({ optionsJSON })) as unknown as PasskeyAnswer
	} catch (error) {
		throw toReadableError(error)
	}
}

/** Offers passkeys in a field's suggestions. Resolves when one is chosen; undefined if that is impossible. */
export async function offerPasskeys(): Promise<PasskeyAnswer | undefined> {
	if (!(await browserSupportsWebAuthnAutofill())) return undefined
	try {
		const optionsJSON = (await getPasskeyChallengeMutation.mutationFn()) as unknown as Options
		return (await startAuthentication({ optionsJSON, useBrowserAutofill: true })) as unknown as PasskeyAnswer
	} catch {
		// Another passkey request replaced this one, or the browser offers no passkeys.
		return undefined
	}
}

export async function createPasskey(): Promise<PasskeyAnswer> {
	assertSupported()
	const optionsJSON = (await getPasskeyOptionsMutation.mutationFn()) as unknown as NewOptions
	try {
		return (await startRegistration({ optionsJSON })) as unknown as PasskeyAnswer
	} catch (error) {
		throw toReadableError(error)
	}
}
