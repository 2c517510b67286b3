import { afterAll, afterEach, expect, vi } from 'vitest'
import { takeSurprises } from './surprises.ts'

// Server test files share a process and its loaded modules (vitest.config.ts): a module mocked in one file would come
// too late for it, or leak into others.
if (typeof document === 'undefined')
	vi.mock = vi.doMock = () => {
		throw new Error('Use vi.spyOn on the exports: vi.mock does not affect modules that are already loaded')
	}

// Generous, to catch hangs and not slowness: a CI machine is busy.
const { waitFor } = vi
vi.waitFor = (callback, options = {}) =>
	waitFor(callback, { timeout: 15_000, ...(typeof options === 'number' ? { timeout: options } : options) })

// Checked after the test and not thrown inside it, where the code under test may catch it.
afterEach(() => {
	expect(takeSurprises(), 'A test must say which warnings and outside calls it expects').toEqual([])
})

// Vitest resets them before each test, which is too late for the next file's `beforeAll`.
afterAll(() => {
	vi.useRealTimers()
	vi.restoreAllMocks()
	vi.unstubAllEnvs()
	vi.unstubAllGlobals()
})
