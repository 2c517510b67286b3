import { afterAll, afterEach, expect, vi } from 'vitest'
import { takeSurprises } from './surprises.ts'

// Test files of the server share their process, and with it every module that one of them loaded (vitest.config.ts): a
// module replaced in one would come too late for itself, or stay for others.
if (typeof document === 'undefined')
	vi.mock = vi.doMock = () => {
		throw new Error('Use vi.spyOn on what the module exports: vi.mock does not reach modules that are loaded already')
	}

// A limit for what never comes, not for what is slow: a machine of CI does several things at once.
const { waitFor } = vi
vi.waitFor = (callback, options = {}) =>
	waitFor(callback, { timeout: 15_000, ...(typeof options === 'number' ? { timeout: options } : options) })

// Checked after the test, and not thrown on the spot, where the code under test may catch it.
afterEach(() => {
	expect(takeSurprises(), 'A test must say which warnings and outside calls it expects').toEqual([])
})

// Vitest does this before each test, which is too late for what the next file does before its first.
afterAll(() => {
	vi.useRealTimers()
	vi.restoreAllMocks()
	vi.unstubAllEnvs()
	vi.unstubAllGlobals()
})
