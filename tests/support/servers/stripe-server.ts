import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type Call, type Data, type Form, invalid, parseForm, StripeError } from './stripe-data.ts'
import { STRIPE_KEY, StripeWorld } from './stripe-world.ts'

export { STRIPE_KEY, WEBHOOK_SECRET } from './stripe-world.ts'

// A fake of the part of Stripe's API that we call. Like Stripe, it refuses a wrong key, JSON instead of a form, a
// missing parameter, and a repeated idempotency key with other data.

/** Shortest time by which a first charge may be postponed. */
const MIN_TRIAL_MS = 48 * 60 * 60_000

export class StripeServer extends StripeWorld {
	readonly calls: Call[] = []
	/** Paths whose calls fail, with the kind of failure. */
	readonly away = new Map<string, 'down' | 500 | 429>()
	readonly #answers = new Map<string, { body: string; answer: Data }>()
	readonly #server = createServer((request, response) => void this.#serve(request, response))
	url = ''

	async start(): Promise<this> {
		this.#server.listen(0, '127.0.0.1')
		await once(this.#server, 'listening')
		this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
		return this
	}

	async close(): Promise<void> {
		this.#server.closeAllConnections()
		this.#server.close()
		await once(this.#server, 'close')
	}

	async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const [path = '', query = ''] = (request.url ?? '').split('?')
		const body = await text(request)
		const method = request.method ?? ''
		const broken = this.away.get(path)
		if (broken === 'down') return void request.socket.destroy()
		const send = (status: number, data: Data) =>
			response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(data))
		if (broken !== undefined) return void send(broken, { error: { type: 'api_error', message: 'Not now' } })
		try {
			this.#check(request, method)
			const call: Call = { method, path, form: parseForm(method === 'POST' ? body : query), headers: request.headers }
			this.calls.push(call)
			send(200, this.#once(call, body))
		} catch (error) {
			if (!(error instanceof StripeError)) throw error
			send(error.status, { error: error.error })
		}
	}

	#check({ headers }: IncomingMessage, method: string): void {
		if (headers.authorization !== `Bearer ${STRIPE_KEY}`)
			throw new StripeError(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' })
		if (!/^\d{4}-\d{2}-\d{2}/.test(String(headers['stripe-version']))) throw invalid('No version')
		if (method === 'POST' && headers['content-type'] !== 'application/x-www-form-urlencoded')
			throw invalid('Send a form')
	}

	/** Returns the first answer for a repeated idempotency key. */
	#once(call: Call, body: string): Data {
		const key = call.method === 'POST' ? call.headers['idempotency-key'] : undefined
		if (typeof key !== 'string') return this.#answer(call)
		const known = this.#answers.get(key)
		if (known && known.body !== body)
			throw new StripeError(400, { type: 'idempotency_error', message: 'This key was used with other parameters' })
		const answer = known?.answer ?? this.#answer(call)
		this.#answers.set(key, { body, answer })
		return answer
	}

	#answer({ method, path, form }: Call): Data {
		const [, , kind, second = '', third = ''] = path.split('/')
		const route = `${method} ${kind}`
		const customer = String(form.customer ?? '')
		if (route === 'GET prices') return this.#price(second)
		if (route === 'POST coupons') return this.#newCoupon(form)
		if (kind === 'customers') return this.#customerCall(method, second, third, form)
		if (route === 'GET checkout') return this.#sessionsOf(customer)
		if (route === 'POST checkout' && third === '') return this.#newSession(form)
		if (route === 'POST checkout') return this.#expire(third)
		if (route === 'POST billing_portal') return { url: `${this.url}/portal/${this.#known(customer)}` }
		if (kind === 'subscriptions') return this.#subscriptionCall(method, second, form)
		if (route === 'GET invoices' && second) return this.invoices.get(second) ?? {}
		if (route === 'GET invoices') return this.#list(this.invoices, customer)
		if (route === 'GET charges') return this.#list(this.charges, customer)
		if (route === 'POST refunds') return this.#refundAll(String(form.payment_intent))
		throw new StripeError(404, {
			type: 'invalid_request_error',
			message: `Unrecognized request URL ${method} ${path}`,
		})
	}

	#customerCall(method: string, id: string, part: string, form: Form): Data {
		if (method === 'GET') return this.customers.get(this.#known(id)) ?? {}
		return part === 'balance_transactions' ? this.#changeBalance(id, form) : this.#newCustomer(form)
	}

	#subscriptionCall(method: string, id: string, form: Form): Data {
		if (method === 'DELETE') return this.cancelNow(id, 'cancellation_requested')
		if (method === 'GET')
			return id ? { ...this.subscriptionOf(id) } : this.#list(this.subscriptions, String(form.customer ?? ''))
		return form.items ? this.#changePrice(id, form) : this.#cancel(id, form.cancel_at_period_end === 'true')
	}

	#known(customer: string): string {
		if (!this.customers.has(customer)) throw invalid(`No such customer: '${customer}'`, { code: 'resource_missing' })
		return customer
	}

	#list(rows: ReadonlyMap<string, object>, customer: string): Data {
		this.#known(customer)
		const own = [...rows.values()].filter((row) => (row as Data).customer === customer)
		return { object: 'list', data: own.toReversed(), has_more: false }
	}

	#price(id: string): Data {
		const price = this.prices.get(id)
		if (!price) throw new StripeError(404, { type: 'invalid_request_error', message: `No such price: '${id}'` })
		const { amount, currency, months } = price
		const recurring = { interval: 'month', interval_count: months }
		return { id, unit_amount: amount, currency, active: true, recurring, product: `prod_of_${id}` }
	}

	#newCoupon(form: Form): Data {
		const id = String(form.id)
		if (this.coupons.has(id)) throw invalid('Coupon already exists.', { code: 'resource_already_exists' })
		if (form.amount_off !== undefined && form.currency === undefined) throw invalid('Missing required param: currency.')
		this.coupons.set(id, form)
		return { id }
	}

	#newCustomer({ email, name, metadata }: Form): Data {
		if (!email || !name) throw invalid('Missing required param')
		const id = this.id('cus')
		this.customers.set(id, { id, email, name, metadata, balance: 0 })
		return { id }
	}

	#changeBalance(id: string, { amount, currency }: Form): Data {
		const customer = this.customers.get(this.#known(id)) ?? {}
		if (!/^-?[1-9]\d*$/.test(String(amount)) || !currency) throw invalid('Missing required param')
		customer.balance = Number(customer.balance) + Number(amount)
		return { id: this.id('cbtxn') }
	}

	#sessionsOf(customer: string): Data {
		this.#known(customer)
		const own = [...this.sessions.values()].filter(({ form }) => form.customer === customer).toReversed()
		return { data: own.map(({ id, status, form, url }) => ({ id, status, url, metadata: form.metadata })) }
	}

	#newSession(form: Form): Data {
		this.#known(String(form.customer))
		for (const name of ['mode', 'client_reference_id', 'line_items', 'success_url', 'cancel_url'])
			if (form[name] === undefined) throw invalid(`Missing required param: ${name}.`)
		for (const item of Object.values(form.line_items as Form)) this.#assertItem(item as Form)
		const { trial_end } = (form.subscription_data ?? {}) as Form
		if (Number(trial_end) * 1_000 < Date.now() + MIN_TRIAL_MS)
			throw invalid('The `trial_end` date has to be at least 2 days in the future.')
		const coupon = ((form.discounts as Form | undefined)?.[0] as Form | undefined)?.coupon
		if (coupon && !this.coupons.has(String(coupon))) throw invalid(`No such coupon: '${String(coupon)}'`)
		const id = this.id('cs')
		const url = `${this.url}/pay/${id}`
		this.sessions.set(id, { id, status: 'open', form, url })
		return { id, url }
	}

	#assertItem({ price, price_data }: Form): void {
		if (price !== undefined) return void this.#price(String(price))
		const { currency, unit_amount, product, product_data } = (price_data ?? {}) as Form
		if (!currency || !/^\d+$/.test(String(unit_amount))) throw invalid('Missing required param: price_data.')
		if ((product === undefined) === (product_data === undefined)) throw invalid('Name a product, or describe one')
	}

	#expire(id: string): Data {
		const session = this.sessions.get(id)
		if (session?.status !== 'open') throw invalid('Only open sessions can be expired')
		session.status = 'expired'
		return { id }
	}

	#cancel(id: string, isCancelled: boolean): Data {
		const found = this.subscriptionOf(id)
		found.cancel_at_period_end = isCancelled
		found.canceled_at = isCancelled ? Math.floor(Date.now() / 1000) : null
		found.cancellation_details.reason = isCancelled ? 'cancellation_requested' : null
		return { id }
	}

	#changePrice(id: string, { items, proration_behavior }: Form): Data {
		const [item] = Object.values(items as Form) as Form[]
		if (proration_behavior !== 'none') throw invalid('This would be charged now')
		this.#price(String(item?.price))
		const [own] = this.subscriptionOf(id).items.data
		if (!own || own.id !== item?.id) throw invalid('No such subscription item')
		own.price.id = String(item.price)
		return { id }
	}

	#refundAll(intent: string): Data {
		const charge = [...this.charges.values()].find(({ payment_intent }) => payment_intent === intent)
		if (!charge) throw invalid(`No such payment_intent: '${intent}'`)
		return { id: this.refund(charge.id, charge.amount) }
	}
}
