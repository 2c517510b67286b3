// The import rule (ARCHITECTURE.md): pages, layouts -> features -> components, lib; only services reach the
// database; nothing that runs in a browser reaches the server. Types count as imports: a type couples too.
// Blind spot: `.astro` files are not read here. Biome's `noRestrictedImports` holds the same rule for them.

const TEST = '\\.test\\.tsx?$'
const SERVER = '^src/(server|features/[^/]+/server)/'
const BROWSER = '^src/(lib/|components/|features/(?![^/]+/server/))'

/** @param {string} name @param {string} comment @param {object} from @param {object} to */
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
	forbidden: [
		forbid(
			'no-cycles',
			'Modules that import each other cannot be understood, tested or loaded one at a time. Move what both need into a third.',
			{},
			{ circular: true },
		),
		forbid(
			'everything-resolves',
			'An import that resolves to nothing escapes all other rules.',
			{ pathNot: '^src/server/astro-entry\\.ts$' },
			{ couldNotResolve: true, pathNot: '^(astro|virtual):' },
		),
		forbid(
			'browser-never-reaches-server',
			'What runs in a browser must not pull in the server or the database, not through a chain either: it would ship secrets, or break the page.',
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
			'Server code is not bundled (docs/decisions/011): Node runs it from source and cannot load components or styles.',
			{ path: `${SERVER}|^db/`, pathNot: TEST },
			{ path: '\\.(tsx|jsx|astro|css)$', reachable: true },
		),
		forbid(
			'lib-knows-no-feature',
			'src/lib serves every feature, in the browser and on the server; what knows a feature belongs to that feature.',
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
			'features-keep-apart',
			'A feature can be read, changed and removed alone. Only courses -> modules -> discussion, anything -> auth, and what members write -> notifications and confidentiality may import another.',
			{ path: '^src/features/(?!courses/|modules/|questions/|coaching/)([^/]+)/', pathNot: TEST },
			{ path: '^src/features/', pathNot: '^src/features/($1|auth)/' },
		),
		forbid(
			'questions-and-coaching-tell-and-remind',
			'Questions and coaching write mails and show the reminder of confidentiality; they know nothing of each other.',
			{ path: '^src/features/(questions|coaching)/', pathNot: TEST },
			{ path: '^src/features/', pathNot: '^src/features/($1|notifications|confidentiality|auth)/' },
		),
		forbid(
			'courses-import-along-the-line',
			'Courses show modules, which show discussion; the other features stay out.',
			{ path: '^src/features/courses/', pathNot: TEST },
			{ path: '^src/features/', pathNot: '^src/features/(courses|modules|discussion|auth)/' },
		),
		forbid(
			'modules-import-along-the-line',
			'Modules show discussion and know nothing of the course around them.',
			{ path: '^src/features/modules/', pathNot: TEST },
			{ path: '^src/features/', pathNot: '^src/features/(modules|discussion|auth)/' },
		),
		forbid(
			'nothing-imports-pages',
			'Routes and layouts are the top: they are built from features and components. The server may load the API routes to answer them.',
			{ path: '^(src|db)/', pathNot: `^src/(pages|layouts)/|${TEST}` },
			{ path: '^src/(pages|layouts)/', pathNot: '^src/pages/api/' },
		),
		forbid(
			'only-the-server-loads-routes',
			'An API route is called over HTTP; only the server that dispatches requests loads its file.',
			{ path: '^(src|db)/', pathNot: `^src/(pages|server)/|${TEST}` },
			{ path: '^src/pages/api/' },
		),
		forbid(
			'only-services-reach-the-database',
			'The rules of the product live in services, with their tests; a page or route that queries goes around them.',
			{ path: '^src/', pathNot: `${SERVER}|${TEST}` },
			{ path: '^db/' },
		),
		forbid(
			'only-services-write-sql',
			'Queries belong to services, and the schema to db/.',
			{ path: '^src/', pathNot: `${SERVER}|${TEST}` },
			{ path: '^node_modules/drizzle-orm/' },
		),
		forbid(
			'one-file-opens-the-database',
			"The driver loses acknowledged writes after a BUSY unless it is handled as in db/client.ts (docs/decisions/005): nobody else opens the site's file. Lock and backup open files of their own.",
			{ path: '^(src|db)/', pathNot: `^db/(client|lock|backup)\\.ts$|${TEST}` },
			{ path: '^node_modules/@?libsql/' },
		),
		forbid(
			'the-database-knows-no-product',
			'Connection, lock, schema and migrations are the ground that services stand on. Only the seed and the command line know the product.',
			{ path: '^db/', pathNot: `^db/(seed/|cli\\.ts$)|${TEST}` },
			{ path: '^src/', pathNot: '^src/lib/' },
		),
		forbid(
			'lucia-in-one-file',
			'lucia is frozen: behind one file it can be replaced without anybody noticing (docs/decisions/007).',
			{ pathNot: '^src/features/auth/server/lucia\\.ts$' },
			{ path: '^node_modules/lucia/' },
		),
		forbid(
			'oslo-in-one-file',
			'oslo is frozen: behind one file it can be replaced without anybody noticing (docs/decisions/007).',
			{ pathNot: '^src/features/auth/server/oslo\\.ts$' },
			{ path: '^node_modules/(oslo|@node-rs/argon2)/' },
		),
		forbid(
			'no-dev-dependencies-in-the-product',
			'What runs in production is in "dependencies": development packages are not installed there.',
			{ path: '^(src|db)/', pathNot: TEST },
			{ dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
		),
		forbid(
			'only-declared-packages',
			'A package that only happens to be installed, by another one, disappears with that one.',
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
