import { afterAll, afterEach, expect, vi } from 'vitest'
import { takeSurprises } from './surprises.ts'

// Server test files share a process and its loaded modules (vitest.config.ts), so mocking a module in one file would
// come too late, or leak into other files.
if (typeof document === 'undefined')
	vi.mock = vi.doMock = () => {
		throw new Error('Use vi.spyOn on the exports: vi.mock does not affect modules that are already loaded')
	}

// A generous timeout catches hangs but not slowness on a busy CI machine.
const { waitFor } = vi
vi.waitFor = (callback, options = {}) =>
	waitFor(callback, { timeout: 15_000, ...(typeof options === 'number' ? { timeout: options } : options) })

// Checked after the test instead of thrown inside it, where the code under test could catch the error.
afterEach(() => {
	expect(takeSurprises(), 'A test must say which warnings and outside calls it expects').toEqual([])
})

// Vitest resets mocks before each test, which is too late for the next file's `beforeAll`.
afterAll(() => {
	vi.useRealTimers()
	vi.restoreAllMocks()
	vi.unstubAllEnvs()
	vi.unstubAllGlobals()
})
