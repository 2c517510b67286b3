// The import rule (ARCHITECTURE.md): pages, layouts -> features -> components, lib. Only services reach the
// database; browser code never reaches the server. Type imports are checked too, because they also couple modules.
// Blind spot: `.astro` files are not read here. Biome's `noRestrictedImports` enforces the same rule for them.

const { readdirSync } = require('node:fs')

const TEST = '\\.test\\.tsx?$'
const SERVER = '^src/(app|platform|features/[^/]+/server)/'
const BROWSER = '^src/(lib/|components/|features/(?![^/]+/server/))'

/** @param {string} name @param {string} comment @param {object} from @param {object} to */
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

/**
 * The owners of the tables in each file of db/schema, the readers that may join these tables, and the platform files
 * that export statements on them to other features (docs/decisions/020-tables-have-owners.md). The tables in
 * db/schema/platform have rules below.
 * @type {Record<string, { owners: string, readers?: string, platform?: string }>}
 */
const TABLES = {
	users: {
		owners: 'auth|users|account|applications|welcome|leaving',
		readers:
			'admin-home|attendance|audit|cle|coaching|comments|courses|discussion|dues|course-statistics|mailings|media|modules|moderation|notifications|questions|security',
	},
	auth: { owners: 'auth' },
	'email-changes': { owners: 'account' },
	security: { owners: 'security|auth' },
	members: { owners: 'users' },
	applications: { owners: 'applications' },
	audit: { owners: 'audit', readers: 'admin-home', platform: 'audit' },
	courses: {
		owners: 'courses|course-access',
		readers:
			'attendance|audit|cle|course-statistics|deletions|mailings|media|modules|discussion|moderation|notifications|podcast',
	},
	modules: {
		owners: 'modules',
		readers:
			'admin-home|attendance|cle|course-access|audit|courses|discussion|course-statistics|media|moderation|notifications|podcast|welcome',
	},
	discussion: { owners: 'discussion', readers: 'admin-home|moderation|notifications|podcast' },
	questions: { owners: 'questions', readers: 'admin-home|audit|moderation|notifications|podcast|welcome' },
	coaching: { owners: 'coaching', readers: 'attendance|audit|cle|mailings|notifications|welcome' },
	mailings: { owners: 'mailings', readers: 'audit' },
	cle: { owners: 'cle', readers: 'attendance|audit' },
	attendance: { owners: 'attendance', readers: 'cle' },
	dues: { owners: 'dues', readers: 'auth|users' },
	'course-statistics': { owners: 'course-statistics' },
	notifications: { owners: 'notifications', readers: 'cle|coaching|questions|welcome' },
	podcast: { owners: 'podcast', readers: 'audit' },
	reports: { owners: 'moderation', readers: 'notifications' },
	search: { owners: 'search' },
	settings: { owners: 'settings|applications|auth|cle' },
	media: { owners: 'media', readers: 'attendance|audit|cle' },
	deletions: { owners: 'deletions', readers: 'media', platform: 'trash|endpoint/idempotency' },
}

/**
 * The features that each feature may import in addition to `auth`. A feature may import only features that come later
 * in this list (ARCHITECTURE.md).
 * @type {Record<string, string[]>}
 */
const FEATURES = {
	leaving: ['questions', 'search', 'users', 'dues'],
	'admin-home': [],
	'club-data': [],
	applications: ['account', 'dues', 'notifications'],
	'course-statistics': ['modules'],
	deletions: ['coaching', 'courses', 'discussion', 'modules', 'questions', 'users'],
	mail: [],
	moderation: ['audit', 'comments', 'course-access', 'discussion', 'notifications', 'questions'],
	podcast: ['course-access', 'rich-text'],
	search: [],
	settings: ['media', 'rich-text'],
	welcome: ['questions'],
	attendance: ['cle', 'coaching', 'course-access', 'courses', 'media', 'modules'],
	coaching: ['cle', 'confidentiality', 'mailings', 'notifications'],
	mailings: ['notifications', 'rich-text'],
	cle: ['media', 'notifications'],
	courses: ['course-access', 'discussion', 'media', 'modules', 'rich-text'],
	questions: ['audit', 'comments', 'confidentiality', 'notifications'],
	users: ['account', 'discussion', 'dues', 'security'],
	discussion: ['audit', 'comments', 'confidentiality', 'course-access', 'notifications'],
	comments: ['confidentiality'],
	confidentiality: [],
	modules: ['course-access', 'media', 'notifications', 'rich-text'],
	audit: [],
	notifications: ['course-access'],
	'rich-text': ['media'],
	media: ['course-access'],
	'course-access': [],
	account: [],
	dues: [],
	security: [],
	auth: [],
}

/**
 * Throws if a key has no entry, because no rule would apply to it.
 * @param {string} list @param {object} entries @param {string[]} keys
 */
function assertListed(list, entries, keys) {
	for (const key of keys) if (!Object.hasOwn(entries, key)) throw new Error(`${list} has no entry for ${key}`)
}

const features = readdirSync('src/features', { withFileTypes: true }).filter((entry) => entry.isDirectory())
assertListed(
	'FEATURES',
	FEATURES,
	features.map(({ name }) => name),
)
const schemaFiles = readdirSync('db/schema', { withFileTypes: true }).filter((entry) => entry.isFile())
assertListed(
	'TABLES',
	TABLES,
	schemaFiles.map(({ name }) => name.replace(/\.ts$/, '')),
)

const names = Object.keys(FEATURES)
for (const [feature, imported] of Object.entries(FEATURES))
	for (const other of imported)
		if (names.indexOf(other) <= names.indexOf(feature))
			throw new Error(`FEATURES: ${feature} imports ${other}, which is above it`)

const featuresImportDown = Object.entries(FEATURES).map(([feature, imported]) =>
	forbid(
		`${feature}-imports`,
		'A feature imports auth and the features that FEATURES names for it.',
		{ path: `^src/features/${feature}/`, pathNot: TEST },
		{ path: '^src/features/', pathNot: `^src/features/(${[feature, 'auth', ...imported].join('|')})/` },
	),
)

const tablesHaveOwners = Object.entries(TABLES).map(([file, { owners, readers = owners, platform = '-' }]) =>
	forbid(
		`tables-of-${file}`,
		"Only its owner changes a table: call one of the owner's functions, or include its statement in your write.",
		{
			path: '^src/',
			pathNot: `^src/features/(${owners}|${readers})/server/|^src/platform/(${platform})\\.ts$|^src/app/seed/|${TEST}`,
		},
		{ path: `^db/schema/${file}\\.ts$` },
	),
)

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
	forbidden: [
		...tablesHaveOwners,
		...featuresImportDown,
		forbid(
			'tables-of-operations',
			'Queue, outbox, limits and leases belong to the platform, and src/app runs them: call one of its functions, or include its statement in your write. Only the mail screen reads and changes the outbox itself.',
			{ path: '^src/', pathNot: `^src/(platform|app|features/mail/server)/|${TEST}` },
			{ path: '^db/schema/platform/operations\\.ts$' },
		),
		forbid(
			'tables-of-links',
			'Links between pieces of content are written with the content, by statements in content-links.ts. The podcast reads them, and writes those that admins add.',
			{ path: '^src/', pathNot: `^src/(platform/publish/content-links\\.ts$|features/podcast/server/)|${TEST}` },
			{ path: '^db/schema/platform/links\\.ts$' },
		),
		forbid(
			'no-cycles',
			'Modules that import each other cannot be understood, tested or loaded one at a time. Move what both need into a third.',
			{},
			{ circular: true },
		),
		forbid(
			'everything-resolves',
			'An import that resolves to nothing escapes all other rules.',
			{ pathNot: '^src/app/astro-entry\\.ts$' },
			{ couldNotResolve: true, pathNot: '^(astro|virtual):' },
		),
		forbid(
			'browser-never-reaches-server',
			'Browser code must not import the server or the database, not even through other files: it would ship secrets, or break the page.',
			{ path: BROWSER, pathNot: TEST },
			{ path: `${SERVER}|^db/`, reachable: true },
		),
		forbid(
			'browser-takes-zod-mini',
			"A contract reaches the islands, where 'zod' costs 26 kB compressed more than 'zod/mini'.",
			{ path: BROWSER, pathNot: TEST },
			{ path: '^node_modules/zod/(index|v4/index|v4/classic)', reachable: true },
		),
		forbid(
			'server-runs-without-a-bundler',
			'Server code is not bundled (docs/decisions/007): Node runs it from source and cannot load components or styles.',
			{ path: `${SERVER}|^db/`, pathNot: TEST },
			{ path: '\\.(tsx|jsx|astro|css)$', reachable: true },
		),
		forbid(
			'one-client-pattern',
			'Calls and the query client belong to src/lib/api/query.ts: a feature describes its queries and mutations in its queries.ts (docs/decisions/002).',
			{ path: '^src/(features|components)/', pathNot: TEST },
			{ path: '^src/lib/api/(api-client|query-client)\\.ts|^node_modules/@tanstack/react-query' },
		),
		forbid(
			'lib-knows-no-feature',
			'src/lib serves every feature, in the browser and on the server; code about a feature belongs to that feature.',
			{ path: '^src/lib/', pathNot: TEST },
			{ path: '^src/(features|components|layouts|pages)/' },
		),
		forbid(
			'components-know-no-feature',
			'src/components is for any feature to use: a component takes what it shows as props.',
			{ path: '^src/components/', pathNot: TEST },
			{ path: '^src/(features|layouts|pages)/' },
		),
		forbid(
			'platform-knows-no-feature',
			'src/platform serves every feature and receives what it needs from them: who calls (src/app/endpoints.ts), which mails there are (src/app/mails.ts), which work the outbox does (src/app/jobs.ts).',
			{ path: '^src/platform/', pathNot: TEST },
			{ path: '^src/(app|features|components|layouts|pages)/' },
		),
		forbid(
			'only-pages-know-the-app',
			'src/app combines the features and starts them. What a feature needs from it is in the wrong layer, or should be a parameter.',
			{ path: '^src/(features|components|lib)/', pathNot: TEST },
			{ path: '^src/app/' },
		),
		forbid(
			'production-carries-no-demonstration',
			'Demonstration data is loaded only when a start requests it.',
			{ path: '^src/', pathNot: `^src/app/(seed/|cli/database\\.ts$)|${TEST}` },
			{ path: '^src/app/seed/', dynamic: false },
		),
		forbid(
			'nothing-imports-pages',
			'Routes and layouts are the top: they are built from features and components.',
			{ path: '^(src|db)/', pathNot: `^src/(pages|layouts)/|${TEST}` },
			{ path: '^src/(pages|layouts)/' },
		),
		forbid(
			'only-services-reach-the-database',
			'The rules of the product live in services, with their tests; a page or route that queries goes around them.',
			{ path: '^src/', pathNot: `${SERVER}|${TEST}` },
			{ path: '^(db|node_modules/drizzle-orm)/' },
		),
		forbid(
			'one-file-opens-the-database',
			"The driver loses acknowledged writes after a BUSY unless it is handled as in db/transport.ts (docs/decisions/004), so only db/client.ts and file-client.ts open the site's database. errors.ts and transport.ts use the driver without opening a connection. The lock has its own file, and copying a database to or from a server its own connection.",
			{ path: '^(src|db)/', pathNot: `^db/(client|errors|file-client|lock|transport|copy/server-side)\\.ts$|${TEST}` },
			{ path: '^node_modules/@?libsql/' },
		),
		forbid(
			'the-database-knows-no-product',
			'Connection, lock, schema and migrations are the layer below the services.',
			{ path: '^db/', pathNot: TEST },
			{ path: '^src/', pathNot: '^src/lib/' },
		),
		forbid(
			'packages-stand-alone',
			'A package knows nothing of the product.',
			{ path: '^packages/' },
			{ path: '^(src|db|tests|tools)/' },
		),
		...[
			{ name: 'lucia', packages: 'lucia', file: 'lucia' },
			{ name: 'oslo', packages: '(oslo|@node-rs/argon2)', file: 'passwords/passwords' },
		].map(({ name, packages, file }) =>
			forbid(
				`${name}-in-one-file`,
				`${name} is no longer developed: behind one file it can be replaced without other changes (docs/decisions/005).`,
				{ pathNot: `^src/features/auth/server/${file}\\.ts$` },
				{ path: `^node_modules/${packages}/` },
			),
		),
		forbid(
			'no-dev-dependencies-in-the-product',
			'What runs in production is in "dependencies": development packages are not installed there.',
			{ path: '^(src|db)/', pathNot: TEST },
			{ dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
		),
		forbid(
			'only-declared-packages',
			'A package that is installed only as a dependency of another one disappears with it.',
			{},
			{ dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
		),
		forbid(
			'product-never-imports-tests',
			'Tests know the product; the product does not know its tests, its benchmarks or its tools.',
			{ path: '^(src|db)/', pathNot: TEST },
			{ path: `^(tests|tools)/|${TEST}` },
		),
	],
	options: {
		combinedDependencies: true,
		doNotFollow: { path: '^node_modules/' },
		exclude: { path: '^(dist|var|\\.astro)/' },
		tsConfig: { fileName: 'tsconfig.json' },
		tsPreCompilationDeps: true,
		enhancedResolveOptions: {
			exportsFields: ['exports'],
			conditionNames: ['import', 'node', 'default', 'types'],
			mainFields: ['module', 'main', 'types'],
		},
	},
}
