/** API tests that only `npm run test:all` runs: killed processes, full disks, transfers of whole clubs. */
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

/** Browser tests that only `npm run test:all` runs: visual promises, and builds of the site. */
const SLOW_BROWSER_TESTS = [
	...['build', 'courses-hostile', 'first-load', 'layout-shift', 'motion', 'print', 'production', 'widths'],
]

/** Whether this is the daily run, which skips slow tests. */
const isDaily = process.env.DAILY_TESTS === '1'

export const slowApiTests = isDaily ? SLOW_API_TESTS.map((name) => `tests/api/**/${name}.test.ts`) : []
export const slowBrowserTests = isDaily ? SLOW_BROWSER_TESTS.map((name) => `**/${name}.spec.ts`) : []
