import type { BrowserContext } from 'playwright/test'

/** Manual actions: clicks, keys outside of text, and fields filled in or chosen. */
export interface Effort {
	clicks: number
	keys: number
	fields: number
}

export const sumOf = ({ clicks, keys, fields }: Effort) => clicks + keys + fields

/** Counts manual actions in all pages of a browser. Typing into a field counts as one field, whatever its length. */
export async function countEffort(context: BrowserContext) {
	const effort: Effort = { clicks: 0, keys: 0, fields: 0 }
	const reset = () => Object.assign(effort, { clicks: 0, keys: 0, fields: 0 })
	await context.exposeFunction('countEffort', (kind: keyof Effort) => {
		effort[kind]++
	})
	await context.addInitScript(() => {
		const count = (kind: string) => (globalThis as unknown as { countEffort(kind: string): void }).countEffort(kind)
		let field: EventTarget | null = null
		addEventListener('pointerdown', ({ isTrusted }) => isTrusted && count('clicks'), true)
		addEventListener(
			'keydown',
			({ key, ctrlKey, target }) => {
				const isText = key.length === 1 && !ctrlKey && target instanceof Element && target.matches('input, textarea')
				if (!isText && !['Control', 'Shift', 'Alt', 'Meta'].includes(key)) count('keys')
			},
			true,
		)
		addEventListener(
			'input',
			({ target }) => {
				// Already counted: the same field, or the click on a checkbox.
				if (target === field || (target instanceof HTMLInputElement && target.type === 'checkbox')) return
				field = target
				count('fields')
			},
			true,
		)
	})
	return {
		reset,
		/** Returns the manual actions since the last call, and prints them. */
		take(what: string): Effort {
			const done = { ...effort }
			reset()
			process.stdout.write(`${what}: ${done.clicks} clicks, ${done.keys} keys, ${done.fields} fields\n`)
			return done
		},
	}
}
