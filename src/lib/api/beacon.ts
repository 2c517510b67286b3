import { type Args, call } from './api-client.ts'
import type { CallInput, Contract, ResponseOf } from './contract.ts'
import { isApiError } from './errors.ts'

/**
 * Saves data in the background: an expired session is not shown. Throws like `call`.
 * @param keepalive the page is being left, and the call must outlive it.
 */
export const saveQuietly = <C extends Contract>(contract: C, input: CallInput<C>, keepalive: boolean) =>
	call(contract, ...([{ ...input, keepalive, isQuiet: true }] as unknown as Args<C>))

/**
 * Sends data that may be lost. Failures and an expired session are not shown.
 * @param keepalive the page is being left, and the call must outlive it.
 * @returns false if the server rejects the data, so that further calls are pointless.
 */
export async function sendBeacon<C extends Contract>(
	contract: C,
	input: CallInput<C>,
	keepalive: boolean,
): Promise<boolean> {
	try {
		await saveQuietly(contract, input, keepalive)
		return true
	} catch (error) {
		return !isApiError(error) || error.status === 429 || error.status >= 500
	}
}

/** Reads data in the background: an expired session is not shown. Throws like `call`. */
export const readQuietly = <C extends Contract>(contract: C, input: CallInput<C>): Promise<ResponseOf<C>> =>
	call(contract, ...([{ ...input, isQuiet: true }] as unknown as Args<C>))
