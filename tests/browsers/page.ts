import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser } from './browser.ts'

/** What is meant on the page, as its readers name it. Regular expressions match a part of the name; `has` is a part of the text. */
export type Target = { within?: Target } & (
	| { role: string; name?: string | RegExp; has?: string; isFirst?: boolean }
	| { label: string | RegExp }
	| { text: string | RegExp }
)

// The rules by which names are found are Testing Library's, in each browser the same.
const finders = readFileSync(
	createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
	'utf8',
)

/** Longest that something takes to be there, in milliseconds. A limit for what hangs, not for what is slow. */
const LIMIT_MS = 60_000
const PAUSE_MS = 100

const written = (value: string | RegExp | undefined) =>
	value instanceof RegExp ? String(value) : JSON.stringify(value)

/** An expression of all elements that are meant and visible. */
function allOf(target: Target): string {
	const root = target.within ? `...${allOf(target.within)}` : 'document.body'
	const query =
		'role' in target
			? `queryAllByRole(root, ${written(target.role)}, { name: ${written(target.name)} })`
			: 'label' in target
				? `queryAllByLabelText(root, ${written(target.label)})`
				: `queryAllByText(root, ${written(target.text)})`
	const text = 'role' in target ? (target.has ?? '') : ''
	const all = `[${root}].flatMap((root) => TestingLibraryDom.${query})`
	const seen = `${all}.filter((one) => one.checkVisibility() && one.textContent.includes(${written(text)}))`
	return 'role' in target && target.isFirst ? `${seen}.slice(0, 1)` : seen
}

const described = ({ within, ...target }: Target): string =>
	`${Object.entries(target)
		.map(([kind, value]) => `${kind} ${value}`)
		.join(' ')}${within ? `, in ${described(within)}` : ''}`

/** The page of a browser, for somebody who waits until what they look for is there. */
export class Page {
	readonly #browser: Browser
	readonly #origin: string

	constructor(browser: Browser, origin: string) {
		this.#browser = browser
		this.#origin = origin
	}

	/**
	 * Another page, once this one has all it begins with: what is still on its way when a page is left, Firefox calls an
	 * error of the worker that it passes through.
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

	/** How many elements are meant. A page that is just being left has none. */
	async #count(target: Target): Promise<number> {
		if (!(await this.#browser.read(`'TestingLibraryDom' in globalThis`)))
			await this.#browser.read(`(() => { ${finders}; return true })()`)
		return Number(await this.#browser.read(`document.body ? ${allOf(target)}.length : 0`))
	}

	/** Tries until it is true. What is thrown meanwhile is told when the time is over. */
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
		throw new Error(`Not within ${LIMIT_MS / 1000} s: ${what()}${reason}. The page says: ${JSON.stringify(shown)}`)
	}

	/** Waits until exactly one such element is there. */
	async see(target: Target): Promise<void> {
		let count = 0
		await this.#until(
			() => `one ${described(target)} (there were ${count})`,
			async () => {
				count = await this.#count(target)
				return count === 1
			},
		)
	}

	/** Waits until the address is this path. */
	async at(path: RegExp): Promise<void> {
		let now = ''
		await this.#until(
			() => `address ${path} (it was ${now})`,
			async () => {
				now = String(await this.#browser.read('location.pathname'))
				return path.test(now)
			},
		)
	}

	async #act(target: Target, act: (expression: string) => Promise<void>): Promise<void> {
		await this.see(target)
		await this.#until(
			() => `an answer of ${described(target)}`,
			async () => {
				const element = `${allOf(target)}[0]`
				// At once and to the middle: drivers look where it is before a smooth scroll has brought it there.
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
