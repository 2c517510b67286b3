import { inspect } from 'node:util'
import { forbidNetwork, takeRefusedCalls } from '../servers/network.ts'

// A module of its own, since it is loaded once per process: the setup file runs again for every test file.
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

/** The warnings and refused calls since it was asked last. */
export function takeSurprises(): string[] {
	const surprises = [...written, ...takeRefusedCalls().map((call) => `call outside this machine: ${call}`)]
	written = []
	return surprises
}
