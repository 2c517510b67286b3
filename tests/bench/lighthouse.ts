import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from 'playwright'
import { demoAccounts, demoPassword } from '#src/app/seed/accounts.ts'
import { CHROMIUM_FLAGS, findChromium } from '#tests/support/site/chromium.ts'
import { signInAs } from './support/club.ts'
import { fillLibrary, startLibraryFeed } from './support/data/library.ts'
import { startOurServer, waitUntilIdle } from './support/our-server.ts'
import { freePort, has, type Row } from './support/tools.ts'

const run = promisify(execFile)

/** Runs per page. The result is the median, because other load slows down one run in ten. */
const RUNS_PER_PAGE = 3
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Category = (typeof CATEGORIES)[number]

const COURSE = '/courses/005-client-intake'
const PUBLIC = ['/', '/courses', COURSE, '/auth', '/apply']
const OF_MEMBER = ['/dashboard', COURSE, '/questions', '/coaching']
/** Pages to audit, such as `BENCH_PAGES=/courses,member:/dashboard,library`. Default: all. */
const wanted = process.env.BENCH_PAGES?.split(',')
const isWanted = (page: string) => wanted?.includes(page) ?? true

interface Report {
	categories: Record<Category, { score: number | null }>
	audits: Record<string, { numericValue?: number }>
}

/** Audits a page once with Lighthouse's defaults: a phone on a simulated slow connection. */
async function look(url: string, file: string, port: number): Promise<Report> {
	const args = [url, '--quiet', '--output=json', `--output-path=${file}`, `--port=${port}`]
	await run('lighthouse', [...args, `--only-categories=${CATEGORIES.join(',')}`])
	return JSON.parse(await readFile(file, 'utf8')) as Report
}

/** Starts a browser with these cookies for Lighthouse. */
async function startBrowser(folder: string, url: string, cookies: string) {
	const port = await freePort()
	const context = await chromium.launchPersistentContext(join(folder, `profile-${port}`), {
		executablePath: findChromium(),
		args: [...CHROMIUM_FLAGS, `--remote-debugging-port=${port}`],
	})
	const pairs = cookies.split('; ').filter(Boolean)
	await context.addCookies(
		pairs.map((pair) => ({ url, name: pair.slice(0, pair.indexOf('=')), value: pair.slice(pair.indexOf('=') + 1) })),
	)
	return { port, close: () => context.close() }
}

const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? 0
const scoreOf = (reports: readonly Report[], category: Category) =>
	Math.round(median(reports.map(({ categories }) => categories[category].score ?? 0)) * 100)
const metric = (reports: readonly Report[], name: string) =>
	Math.round(median(reports.map(({ audits }) => audits[name]?.numericValue ?? Number.NaN)))

const METRICS = ['first-contentful-paint', 'largest-contentful-paint', 'speed-index', 'total-blocking-time'] as const

/** Audits pages several times with these cookies. Prints the details of each score to stderr. */
async function auditPages(folder: string, url: string, paths: readonly string[], cookies = '') {
	const browser = await startBrowser(folder, url, cookies)
	const all = new Map<string, Report[]>()
	try {
		for (const path of paths) {
			const reports: Report[] = []
			for (let i = 0; i < RUNS_PER_PAGE; i++)
				reports.push(await look(url + path, join(folder, 'lighthouse.json'), browser.port))
			all.set(path, reports)
			const parts = METRICS.map((name) => `${name} ${metric(reports, name)}`)
			process.stderr.write(`${path} ${scoreOf(reports, 'performance')}: ${parts.join(', ')}\n`)
		}
	} finally {
		await browser.close()
	}
	return all
}

const row = (what: string, value: number, least: number): Row => ({
	...{ what: `Lighthouse, ${what}`, ours: value, unit: 'of 100' },
	...{ aim: least === 100 ? '100' : `at least ${least}`, reached: value >= least },
})

/** Audits a podcast of 489 episodes: the list, and an episode with a long transcript. */
async function auditLibrary(folder: string): Promise<Map<string, Report[]>> {
	const file = join(folder, 'lighthouse-library.db')
	const feed = await startLibraryFeed()
	const slugs = await fillLibrary(file, feed.url)
	const [first = ''] = slugs
	const settings = { DATABASE_URL: `file:${file}`, SEED_DEMO: 'false', FEED_ALLOW_PRIVATE: 'true' }
	const ours = await startOurServer(folder, { ...settings, PODCAST_FEED_URL: feed.url })
	try {
		const url = ours.url.replace('127.0.0.1', 'localhost')
		// Wait for the publisher: a server that renders a thousand pages responds more slowly.
		const last = join(ours.dataDir, 'site', 'pages', 'podcast', slugs.at(-1) ?? '', 'transcript.txt')
		while (!existsSync(last)) await new Promise((resolve) => setTimeout(resolve, 100))
		await waitUntilIdle(ours)
		return await auditPages(folder, url, ['/podcast', `/podcast/${first}`])
	} finally {
		await ours.stop()
		await feed.close()
	}
}

/** Measures Lighthouse scores on a phone: public pages as a visitor, screens as a member. */
export async function lighthouse(folder: string): Promise<Row[]> {
	if (!has('lighthouse')) throw new Error('There is no program `lighthouse`: npm install --global lighthouse')
	const ours = await startOurServer(folder, { SEED_DEMO: 'true' })
	// Browsers treat `localhost` as a secure context.
	const url = ours.url.replace('127.0.0.1', 'localhost')
	try {
		// The server's startup work shares two cores with the browser.
		await waitUntilIdle(ours)
		const credentials = { email: demoAccounts.member.email, password: demoPassword }
		const { cookie } = await signInAs(url, credentials, '127.0.0.1')
		const asVisitor = await auditPages(folder, url, PUBLIC.filter(isWanted))
		const ofMember = OF_MEMBER.filter((path) => isWanted(`member:${path}`))
		const asMember = await auditPages(folder, url, ofMember, cookie)
		const ofLibrary = isWanted('library') ? await auditLibrary(folder) : []
		return [
			...[...asVisitor, ...ofLibrary].flatMap(([path, reports]) =>
				CATEGORIES.map((category) => row(`${path}, ${category}`, scoreOf(reports, category), 100)),
			),
			...[...asMember].map(([path, reports]) =>
				row(`${path} as a member, performance`, scoreOf(reports, 'performance'), 95),
			),
		]
	} finally {
		await ours.stop()
	}
}
