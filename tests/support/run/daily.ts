/** API tests that only `npm run test:all` runs: hostile input, faults, killed processes, transfers of whole clubs. */
const SLOW_API_TESTS = [
	...['arbitrary-input', 'backups', 'clock-jumps', 'data-commands', 'data-refused', 'data-transfer', 'database'],
	...['database-backup', 'database-file', 'database-file-driver', 'deploy', 'disk-full', 'event-orders'],
	...['documents', 'forgotten-secrets', 'front-limits', 'hostile-input', 'imports-cancelled', 'kills', 'mail-outage'],
	...['media-interrupted', 'media-keys', 'media-parts', 'media-small-disk', 'operations', 'publish-kills'],
	...[
		'publisher-restart',
		'search-hostile',
		'search-merge',
		'search-stretches',
		'second-factor-moves',
		'slow-clients',
		'snapshot',
		'start',
	],
]
/** Unit tests that only `npm run test:all` runs: rates and growth over thousands of posts. */
const SLOW_UNIT_TESTS = ['packages/confidentiality/tests/detect.test.ts']

/** Browser tests of the daily run: the journeys of a visitor, a member and an owner. */
const DAILY_BROWSER_TESTS = [
	...['people/accounts', 'people/apply', 'people/sign-in'],
	...['courses/catalogue', 'courses/courses', 'club/questions', 'podcast/player'],
	...['admin/new-club', 'admin/settings', 'admin/two-admins'],
	...['site/home', 'translated'],
]

/** Whether this is the daily run, which skips slow tests. */
const isDaily = process.env.DAILY_TESTS === '1'

export const slowTests = isDaily
	? [...SLOW_API_TESTS.map((name) => `tests/api/**/${name}.test.ts`), ...SLOW_UNIT_TESTS]
	: []
export const browserTests = isDaily ? DAILY_BROWSER_TESTS.map((name) => `**/${name}.spec.ts`) : ['**/*.spec.ts']
