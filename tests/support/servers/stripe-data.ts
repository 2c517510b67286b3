import type { IncomingMessage } from 'node:http'

// Data that the fake of Stripe reads and stores.

export type Data = Record<string, unknown>
/** A parsed form, in which `a[b][0]=c` is `{ a: { b: { 0: 'c' } } }`. */
export interface Form {
	[name: string]: string | Form
}

export function parseForm(body: string): Form {
	const form: Form = {}
	for (const [name, value] of new URLSearchParams(body)) {
		const path = name.split(/[[\]]+/).filter(Boolean)
		const last = path.pop() ?? ''
		let at = form
		for (const part of path) {
			at[part] ??= {}
			at = at[part] as Form
		}
		at[last] = value
	}
	return form
}

export class StripeError extends Error {
	readonly status: number
	readonly error: Data

	constructor(status: number, error: Data) {
		super(JSON.stringify(error))
		this.status = status
		this.error = error
	}
}

export const invalid = (message: string, more: Data = {}) =>
	new StripeError(400, { type: 'invalid_request_error', message, ...more })

export interface Call {
	method: string
	path: string
	form: Form
	headers: IncomingMessage['headers']
}

export interface Subscription {
	id: string
	customer: string
	status: string
	created: number
	items: { data: { id: string; price: { id: string } }[] }
	metadata: Form
	trial_end: number | null
	cancel_at_period_end: boolean
	cancel_at: number | null
	canceled_at: number | null
	cancellation_details: { reason: string | null }
	latest_invoice: { hosted_invoice_url: string } | null
}

export interface Charge {
	id: string
	customer: string
	payment_intent: string
	amount: number
	refunds: { data: { id: string; amount: number; status: string }[] }
}
