import { inspect } from 'node:util'
import { afterEach, expect } from 'vitest'
import { forbidNetwork, takeRefusedCalls } from './network.ts'

forbidNetwork()

let written: string[] = []

// A test that expects a line replaces the method: vi.spyOn(console, 'error').mockImplementation(() => {}).
for (const level of ['error', 'warn'] as const) {
	const original = console[level]
	console[level] = (...parts: unknown[]) => {
		written.push(
			`console.${level}: ${parts.map((part) => (typeof part === 'string' ? part : inspect(part))).join(' ')}`,
		)
		original(...parts)
	}
}

// Checked after the test, and not thrown on the spot, where the code under test may catch it.
afterEach(() => {
	const surprises = [...written, ...takeRefusedCalls().map((call) => `call outside this machine: ${call}`)]
	written = []
	expect(surprises, 'A test must say which warnings and outside calls it expects').toEqual([])
})
