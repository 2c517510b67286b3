/** API tests that only `npm run test:all` runs: killed processes, full disks, transfers of whole clubs, faults. */
const SLOW_API_TESTS = [
	...['arbitrary-input', 'backups', 'clock', 'data-commands', 'data-refused', 'data-transfer', 'database'],
	...[
		'database-backup',
		'database-file',
		'database-file-driver',
		'deletions-slices',
		'deploy',
		'disk-full',
		'documents',
	],
	...['forgotten-secrets', 'kills', 'mail-outage', 'media-broken-off', 'media-keys', 'operations', 'publish-kills'],
	...['publisher-restart', 'search-merge', 'search-stretches', 'slow-clients', 'start'],
]

/** Browser tests of the daily run: the journeys of a visitor, a member and an owner. */
const DAILY_BROWSER_TESTS = [
	...['people/accounts', 'people/apply', 'people/log-out', 'people/sign-in'],
	...['courses/catalogue', 'courses/courses', 'courses/courses-place', 'courses/courses-visitor'],
	...['club/coaching', 'club/notifications', 'club/questions', 'podcast/player'],
	...['admin/administration', 'admin/deleted', 'admin/new-club', 'admin/settings', 'admin/two-admins'],
	...['site/home', 'site/missing-parts', 'translated'],
]

/** Whether this is the daily run, which leaves out slow tests. */
const isDaily = process.env.DAILY_TESTS === '1'

export const slowApiTests = isDaily ? SLOW_API_TESTS.map((name) => `tests/api/**/${name}.test.ts`) : []
export const browserTests = isDaily ? DAILY_BROWSER_TESTS.map((name) => `**/${name}.spec.ts`) : ['**/*.spec.ts']
