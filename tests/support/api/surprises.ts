import { inspect } from 'node:util'
import { forbidNetwork, takeRefusedCalls } from '../servers/network.ts'

// A separate module, because a module loads once per process while the setup file runs for every test file.
forbidNetwork()

let written: string[] = []

// A test that expects console output mocks the method: vi.spyOn(console, 'error').mockImplementation(() => {}).
for (const level of ['error', 'warn'] as const) {
	const original = console[level]
	console[level] = (...parts: unknown[]) => {
		written.push(
			`console.${level}: ${parts.map((part) => (typeof part === 'string' ? part : inspect(part))).join(' ')}`,
		)
		original(...parts)
	}
}

/** Returns the warnings and blocked calls since the last call. */
export function takeSurprises(): string[] {
	const surprises = [...written, ...takeRefusedCalls().map((call) => `call outside this machine: ${call}`)]
	written = []
	return surprises
}
