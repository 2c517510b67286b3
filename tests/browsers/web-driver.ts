// The part of the W3C WebDriver protocol that the journey needs.

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
type Element = Record<typeof ELEMENT, string>

/** A WebDriver error; `code` is a name from the standard, such as `element click intercepted`. */
class WebDriverError extends Error {
	override name = 'WebDriverError'
	readonly code: string
	constructor(code: string, message: string) {
		super(`${code}: ${message}`)
		this.code = code
	}
}

/** A session of a driver that listens at `origin`. */
export class WebDriver {
	readonly #origin: string
	#session = ''
	/** Capabilities that the driver returned. */
	capabilities: Record<string, unknown> = {}

	constructor(origin: string) {
		this.#origin = origin
	}

	async #call<T>(method: string, path: string, body?: object): Promise<T> {
		const answer = await fetch(this.#origin + path, { method, body: body ? JSON.stringify(body) : null })
		const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } }
		if (!answer.ok) throw new WebDriverError(value?.error ?? String(answer.status), value?.message ?? '')
		return value
	}

	#post<T = void>(path: string, body: object = {}): Promise<T> {
		return this.#call('POST', `/session/${this.#session}${path}`, body)
	}

	async start(requested: object): Promise<void> {
		type NewSession = { sessionId: string; capabilities: Record<string, unknown> }
		const created = await this.#call<NewSession>('POST', '/session', { capabilities: { alwaysMatch: requested } })
		this.#session = created.sessionId
		this.capabilities = created.capabilities
	}

	open = (url: string) => this.#post('/url', { url })
	run = <T>(script: string, ...args: readonly unknown[]) => this.#post<T>('/execute/sync', { script, args })

	async #element(expression: string): Promise<string> {
		return `/element/${(await this.run<Element>(`return ${expression}`))[ELEMENT]}`
	}

	async click(expression: string): Promise<void> {
		await this.#post(`${await this.#element(expression)}/click`)
	}

	async keys(expression: string, text: string): Promise<void> {
		await this.#post(`${await this.#element(expression)}/value`, { text })
	}

	async type(expression: string, text: string): Promise<void> {
		const element = await this.#element(expression)
		await this.#post(`${element}/clear`)
		await this.#post(`${element}/value`, { text })
	}

	end = () => this.#call('DELETE', `/session/${this.#session}`)
}
