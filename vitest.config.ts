import { defineConfig } from 'vitest/config'
import { onFileAlone } from './tests/support/api/server-tests.ts'
import { slowApiTests } from './tests/support/run/daily.ts'
import { noSettings } from './tests/support/run/environment.ts'

// DATA_DIR is given by tests/support/api/global-setup.ts.
const { DATA_DIR: _, ...settings } = noSettings(import.meta.dirname)

// Plain Vite, not Astro's `getViteConfig`: what is tested here is .ts that Node runs as it is. Astro's own
// plugins would cost seconds a run, and the rendered pages are tested in the browser against the built server.
export default defineConfig({
	oxc: { jsx: { runtime: 'automatic', importSource: '#jsx' } },
	test: {
		environment: 'node',
		globalSetup: 'tests/support/api/global-setup.ts',
		setupFiles: 'tests/support/api/setup.ts',
		restoreMocks: true,
		unstubEnvs: true,
		unstubGlobals: true,
		allowOnly: false,
		expect: { requireAssertions: true, poll: { timeout: 15_000 } },
		// On as many cores as there are: by itself Vitest leaves one idle, of the two that most machines of CI have.
		maxWorkers: '100%',
		// Test files share a process: to load the product anew for each of them took as long as all tests together. The
		// site is one long process too, so a test that minds what another left in a module has found a fault.
		isolate: false,
		// Two slow things are slow on purpose: Argon2id, and a libSQL file that is synced at each write. And limits are
		// for what hangs, not for what is slow: a machine of CI does several things at once.
		testTimeout: 180_000,
		hookTimeout: 180_000,
		env: { ...settings, NODE_ENV: 'test', LOG_LEVEL: 'silent' },
		projects: [
			{ extends: true, test: { name: 'unit', include: ['{src,db,packages}/**/*.test.ts'] } },
			{
				extends: true,
				test: {
					name: 'islands',
					include: ['src/**/*.test.tsx'],
					environment: 'jsdom',
					// Each file begins with a page of its own, in a context of its own: a process for each took twice as long.
					pool: 'vmThreads',
					isolate: true,
					setupFiles: ['tests/support/api/setup.ts', 'tests/support/site/island-setup.ts'],
				},
			},
			{ extends: true, test: { name: 'api', include: ['tests/api/**/*.test.ts'], exclude: slowApiTests } },
			// The same tests on a libSQL server.
			{
				extends: true,
				test: {
					name: 'server',
					include: ['tests/api/**/*.test.ts'],
					exclude: onFileAlone,
					globalSetup: 'tests/support/api/server-setup.ts',
					// A server of its own beside the tests: what a busy machine holds up is tried once more.
					retry: 1,
					sequence: { groupOrder: 1 },
				},
			},
			// One file after the other: each freezes, floods or kills a server of its own.
			{
				extends: true,
				test: {
					name: 'remote',
					include: ['tests/remote/**/*.test.ts'],
					fileParallelism: false,
					retry: 1,
					sequence: { groupOrder: 2 },
				},
			},
		],
	},
})
