import { env } from '#src/platform/env/env.ts'
import type { PaymentProvider } from './provider.ts'
import { type StripeProvider, stripeProvider } from './stripe.ts'
import { testProvider } from './test.ts'

let made: { from: unknown; provider: StripeProvider } | undefined

/** Returns Stripe; undefined if its keys are not set. */
export function stripe(): StripeProvider | undefined {
	const settings = env().stripe
	if (!settings) return undefined
	if (made?.from !== settings) made = { from: settings, provider: stripeProvider(settings) }
	return made.provider
}

/** Returns the card provider; undefined if the club takes no cards. */
export const cards = (): PaymentProvider | undefined => stripe() ?? (env().production ? undefined : testProvider)
