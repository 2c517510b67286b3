import { env } from '#src/platform/env/env.ts'
import type { PaymentProvider } from './provider.ts'
import { type StripeProvider, stripeProvider } from './stripe.ts'
import { testProvider } from './test.ts'

let cached: { from: unknown; provider: StripeProvider } | undefined

/** Returns Stripe; undefined if its keys are not set. */
export function stripe(): StripeProvider | undefined {
	const settings = env().stripe
	if (!settings) return undefined
	if (cached?.from !== settings) cached = { from: settings, provider: stripeProvider(settings) }
	return cached.provider
}

/** Returns the card provider; undefined if the club takes no cards. */
export const cards = (): PaymentProvider | undefined => stripe() ?? (env().production ? undefined : testProvider)
