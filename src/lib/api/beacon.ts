import { type Args, call } from './api-client.ts'
import type { CallInput, Contract, ResponseOf } from './contract.ts'
import { isApiError } from './errors.ts'

/**
 * Tells the server what nobody waits for and what may be lost: a failure is shown nowhere, an ended sign-in neither.
 * @param keepalive the page is being left, and the call is to outlive it.
 * @returns whether there is sense in telling more: not where the server refuses it.
 */
export async function sendBeacon<C extends Contract>(
	contract: C,
	input: CallInput<C>,
	keepalive: boolean,
): Promise<boolean> {
	try {
		await call(contract, ...([{ ...input, keepalive, isQuiet: true }] as unknown as Args<C>))
		return true
	} catch (error) {
		return !isApiError(error) || error.status === 429 || error.status >= 500
	}
}

/** Reads what nobody asked for and no screen waits for: an ended sign-in is said nowhere. Throws as `call` does. */
export const readQuietly = <C extends Contract>(contract: C, input: CallInput<C>): Promise<ResponseOf<C>> =>
	call(contract, ...([{ ...input, isQuiet: true }] as unknown as Args<C>))
