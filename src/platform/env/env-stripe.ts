import * as z from 'zod'
import { isLocal } from '#src/lib/site/links.ts'
import { SettingsError } from './settings-error.ts'

export interface StripeSettings {
	secretKey: string
	webhookSecret: string
	/** Undefined: Stripe's own API. */
	apiUrl: string | undefined
}

const text = z.preprocess((value) => (value === '' ? undefined : value), z.string().optional())

/** Returns whether a URL is safe to send the secret key to. */
function isSafe(address: string | undefined): boolean {
	const url = address === undefined ? undefined : URL.parse(address)
	return url === undefined || url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal(url))
}

export const stripeSettings = {
	STRIPE_SECRET_KEY: text,
	STRIPE_WEBHOOK_SECRET: text,
	STRIPE_API_URL: text.refine(isSafe, 'Use https, or http on this machine'),
}

type Values = { [Name in keyof typeof stripeSettings]?: string | undefined }

/** Returns the Stripe settings if both keys are set. @throws {SettingsError} if only one is. */
export function stripeOf(values: Values): StripeSettings | undefined {
	const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_URL: apiUrl } = values
	if (secretKey && webhookSecret) return { secretKey, webhookSecret, apiUrl }
	if (secretKey || webhookSecret) throw new SettingsError('STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET: set both')
	return undefined
}
