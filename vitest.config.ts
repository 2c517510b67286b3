import { defineConfig } from 'vitest/config'
import { onFileAlone } from './tests/support/api/server-tests.ts'
import { slowTests } from './tests/support/run/daily.ts'
import { noSettings } from './tests/support/run/environment.ts'

// tests/support/api/global-setup.ts sets DATA_DIR.
const { DATA_DIR: _, ...settings } = noSettings(import.meta.dirname)

// Plain Vite, not Astro's `getViteConfig`: these tests cover .ts files that Node runs unbundled. Astro's plugins
// would cost seconds per run, and browser tests cover the rendered pages against the built server.
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
		// Use all cores: Vitest's default leaves one idle, and most CI machines have two.
		maxWorkers: '100%',
		// Test files share a process: loading the product for each file took as long as all tests together. The site is
		// one long-running process too, so a test that fails because of leftover module state has found a bug.
		isolate: false,
		// Argon2id, and a libSQL file that is synced at each write, are slow on purpose. Timeouts catch hangs, not
		// slowness: a CI machine does several things at the same time.
		testTimeout: 180_000,
		hookTimeout: 180_000,
		env: { ...settings, NODE_ENV: 'test', LOG_LEVEL: 'silent' },
		projects: [
			{ extends: true, test: { name: 'unit', include: ['{src,db,packages}/**/*.test.ts'], exclude: slowTests } },
			{
				extends: true,
				test: {
					name: 'islands',
					include: ['src/**/*.test.tsx'],
					environment: 'jsdom',
					// Each file gets its own page and context. A process for each file took twice as long.
					pool: 'vmThreads',
					isolate: true,
					setupFiles: ['tests/support/api/setup.ts', 'tests/support/site/island-setup.ts'],
				},
			},
			{ extends: true, test: { name: 'api', include: ['tests/api/**/*.test.ts'], exclude: slowTests } },
			// The API tests on a libSQL server.
			{
				extends: true,
				test: {
					name: 'server',
					include: ['tests/api/**/*.test.ts'],
					exclude: onFileAlone,
					globalSetup: 'tests/support/api/server-setup.ts',
					sequence: { groupOrder: 1 },
				},
			},
			// One file at a time: each freezes, floods or kills its own server.
			{
				extends: true,
				test: {
					name: 'remote',
					include: ['tests/remote/**/*.test.ts'],
					fileParallelism: false,
					sequence: { groupOrder: 2 },
				},
			},
		],
	},
})
