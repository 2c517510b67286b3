import { defineConfig } from 'vitest/config'
import { noSettings } from './tests/support/run/environment.ts'

// DATA_DIR is given by tests/support/global-setup.ts.
const { DATA_DIR: _, ...settings } = noSettings(import.meta.dirname)

// Plain Vite, not Astro's `getViteConfig`: what is tested here is .ts that Node runs as it is. Astro's own
// plugins would cost seconds a run, and the rendered pages are tested in the browser against the built server.
export default defineConfig({
	test: {
		environment: 'node',
		globalSetup: 'tests/support/global-setup.ts',
		setupFiles: 'tests/support/setup.ts',
		restoreMocks: true,
		unstubEnvs: true,
		unstubGlobals: true,
		allowOnly: false,
		expect: { requireAssertions: true },
		// Two slow things are slow on purpose: Argon2id, and a libSQL file that is synced at each write.
		testTimeout: 20_000,
		env: { ...settings, NODE_ENV: 'test', LOG_LEVEL: 'silent' },
		projects: [
			{ extends: true, test: { name: 'unit', include: ['src/**/*.test.{ts,tsx}', 'db/**/*.test.ts'] } },
			{ extends: true, test: { name: 'api', include: ['tests/api/**/*.test.ts'] } },
		],
	},
})
