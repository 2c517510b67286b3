import { afterAll, beforeAll, beforeEach, vi } from 'vitest'
import { setSite } from '#src/lib/site/site.ts'
import * as settings from '#src/platform/env/env.ts'
import { insertPlan } from '#tests/support/payers.ts'
import { STRIPE_KEY, StripeServer, WEBHOOK_SECRET } from '#tests/support/servers/stripe-server.ts'

export let stripeServer: StripeServer

/** Sets up a fake of Stripe and a club that collects dues for all tests of a file. */
export function setUpStripe(): void {
	beforeAll(async () => {
		stripeServer = await new StripeServer().start()
	})
	afterAll(() => stripeServer.close())
	beforeEach(() => {
		setSite({ name: 'Test Club', collectsDues: 'on' })
		stripeServer.away.clear()
		stripeServer.calls.length = 0
		const stripe = { secretKey: STRIPE_KEY, webhookSecret: WEBHOOK_SECRET, apiUrl: stripeServer.url }
		vi.spyOn(settings, 'env').mockReturnValue({ ...settings.env(), stripe })
	})
}

/** Inserts a plan with a price at Stripe, by default $490 a year. */
export async function insertCardPlan(overrides: Parameters<typeof insertPlan>[0] = {}) {
	const providerPrice = stripeServer.id('price')
	const plan = await insertPlan({ providerPrice, ...overrides })
	const { amountCents: amount, currency, months } = plan
	stripeServer.prices.set(providerPrice, { amount, currency: currency.toLowerCase(), months })
	return { ...plan, providerPrice }
}
