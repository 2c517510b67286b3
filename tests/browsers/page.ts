import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser } from './browser.ts'

/** An element by its accessible name. Regular expressions match part of the name; `has` matches part of the text. */
export type Target = { within?: Target } & (
	| { role: string; name?: string | RegExp; has?: string; isFirst?: boolean }
	| { label: string | RegExp }
	| { text: string | RegExp }
)

// Testing Library's queries give the same results in every browser.
const finders = readFileSync(
	createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
	'utf8',
)

/** Timeout for an element, in milliseconds. Generous, to catch hangs and not slowness. */
const LIMIT_MS = 60_000
const PAUSE_MS = 100

const toSource = (value: string | RegExp | undefined) =>
	value instanceof RegExp ? String(value) : JSON.stringify(value)

/** Returns an expression for all matching visible elements. */
function allOf(target: Target): string {
	const root = target.within ? `...${allOf(target.within)}` : 'document.body'
	const query =
		'role' in target
			? `queryAllByRole(root, ${toSource(target.role)}, { name: ${toSource(target.name)} })`
			: 'label' in target
				? `queryAllByLabelText(root, ${toSource(target.label)})`
				: `queryAllByText(root, ${toSource(target.text)})`
	const text = 'role' in target ? (target.has ?? '') : ''
	const all = `[${root}].flatMap((root) => TestingLibraryDom.${query})`
	const visible = `${all}.filter((one) => one.checkVisibility() && one.textContent.includes(${toSource(text)}))`
	return 'role' in target && target.isFirst ? `${visible}.slice(0, 1)` : visible
}

const describeTarget = ({ within, ...target }: Target): string =>
	`${Object.entries(target)
		.map(([kind, value]) => `${kind} ${value}`)
		.join(' ')}${within ? `, in ${describeTarget(within)}` : ''}`

/** A page whose actions wait for their elements. */
export class Page {
	readonly #browser: Browser
	readonly #origin: string

	constructor(browser: Browser, origin: string) {
		this.#browser = browser
		this.#origin = origin
	}

	/**
	 * Opens another page after this one has loaded. Firefox reports requests that navigation aborts as service worker
	 * errors.
	 */
	async open(path: string): Promise<void> {
		await this.#until(
			() => 'a page with all its scripts',
			async () =>
				(await this.#browser.read(
					`document.readyState === 'complete' && !document.querySelector('astro-island[ssr][client="now"]')`,
				)) === true,
		)
		await this.#browser.open(this.#origin + path)
	}

	/** Counts matching elements. Returns 0 while the browser navigates away. */
	async #count(target: Target): Promise<number> {
		if (!(await this.#browser.read(`'TestingLibraryDom' in globalThis`)))
			await this.#browser.read(`(() => { ${finders}; return true })()`)
		return Number(await this.#browser.read(`document.body ? ${allOf(target)}.length : 0`))
	}

	/** Retries until the condition is true. On timeout, throws with the last error. */
	async #until(what: () => string, isTrue: () => Promise<boolean>): Promise<void> {
		let last: unknown
		for (const start = Date.now(); Date.now() - start < LIMIT_MS; ) {
			try {
				if (await isTrue()) return
				last = undefined
			} catch (error) {
				last = error
			}
			await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
		}
		const reason = last === undefined ? '' : `: ${last instanceof Error ? last.message : String(last)}`
		const shown = await this.#browser.read('document.querySelector("main")?.innerText.slice(0, 2000)').catch(String)
		throw new Error(`Timed out after ${LIMIT_MS / 1000} s: ${what()}${reason}. The page says: ${JSON.stringify(shown)}`)
	}

	/** Waits until exactly one element matches. */
	async see(target: Target): Promise<void> {
		let count = 0
		await this.#until(
			() => `one ${describeTarget(target)} (there were ${count})`,
			async () => {
				count = await this.#count(target)
				return count === 1
			},
		)
	}

	/** Waits until the path matches. */
	async at(path: RegExp): Promise<void> {
		let current = ''
		await this.#until(
			() => `path ${path} (it was ${current})`,
			async () => {
				current = String(await this.#browser.read('location.pathname'))
				return path.test(current)
			},
		)
	}

	async #act(target: Target, act: (expression: string) => Promise<void>): Promise<void> {
		await this.see(target)
		await this.#until(
			() => `an answer of ${describeTarget(target)}`,
			async () => {
				const element = `${allOf(target)}[0]`
				// Instant and centered: drivers read the position before a smooth scroll has ended.
				await this.#browser.read(`${element}.scrollIntoView({ block: 'center', behavior: 'instant' })`)
				await act(element)
				return true
			},
		)
	}

	press = (target: Target) => this.#act(target, (expression) => this.#browser.click(expression))
	toggle = (target: Target) => this.#act(target, (expression) => this.#browser.toggle(expression))
	write = (target: Target, text: string) => this.#act(target, (expression) => this.#browser.type(expression, text))
	choose = (target: Target, option: string) =>
		this.#act(target, (expression) => this.#browser.choose(expression, option))
}
