/** API tests that only `npm run test:all` runs: processes that are killed, full disks, whole clubs in one file. */
const SLOW_API_TESTS = [
	...[
		'arbitrary-input',
		'backups',
		'data-commands',
		'data-refused',
		'data-transfer',
		'deploy',
		'disk-full',
		'documents',
	],
	...['kills', 'media-broken-off', 'operations', 'publish-kills', 'publisher-restart', 'slow-clients'],
]

/** Browser tests that only `npm run test:all` runs: visual promises, and a site built anew. */
const SLOW_BROWSER_TESTS = [
	...['build', 'courses-hostile', 'first-load', 'layout-shift', 'motion', 'print', 'production', 'widths'],
]

/** Whether all tests run: always, unless the run of every day says otherwise. */
const isDaily = process.env.DAILY_TESTS === '1'

export const slowApiTests = isDaily ? SLOW_API_TESTS.map((name) => `tests/api/**/${name}.test.ts`) : []
export const slowBrowserTests = isDaily ? SLOW_BROWSER_TESTS.map((name) => `**/${name}.spec.ts`) : []
