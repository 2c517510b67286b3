import './build/load-env.ts'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { database } from '#db/client.ts'
import { DEMO_PODCAST_VARIABLE, site } from '#src/lib/site/site.ts'
import { isDemoFile } from '#src/platform/env/demo-files.ts'
import { env } from '#src/platform/env/env.ts'
import type { ApiRouter } from '#src/platform/http/api-router.ts'
import { StaticStore } from '#src/platform/http/files/static-store.ts'
import { securityHeaders } from '#src/platform/http/headers.ts'
import { type OnDemandPages, onDemandPages, type RouteList } from '#src/platform/http/pages.ts'
import { createSecondChairServer, type SecondChairServer } from '#src/platform/http/server.ts'
import { collectAllGarbage } from '#src/platform/jobs/collect-garbage.ts'
import { log } from '#src/platform/log.ts'
import { ensureBuilt } from './build/build.ts'
import { withBuildLock } from './build/build-lock.ts'
import { type BuiltSite, loadBuiltSite } from './build/built-site.ts'
import { filesBelow } from './build/inputs.ts'
import { serveOldAssets } from './build/old-assets.ts'
import { distFolder } from './build/paths.ts'
import type { Release } from './build/release.ts'
import { isManagedPath } from './public-pages/all.ts'
import type { RenderApp } from './publish/page-renderer.ts'
import { boot } from './startup/boot.ts'
import { importTogether } from './startup/import-together.ts'
import type { DemoSignIn } from './startup/open-site.ts'
import { assertStartable, sentenceOf } from './startup/startup-errors.ts'
import { stopOnSignal } from './startup/stop.ts'

type Entry = typeof import('./astro-entry.ts')

export interface LoadedSite {
	readonly site: Pick<BuiltSite, 'release' | 'scriptHashes' | 'readBuiltPage'>
	readonly store: StaticStore
	readonly entry: {
		readonly app: RenderApp & { readonly manifest: RouteList }
		readonly handler: OnDemandPages['handler']
	}
	readonly api: ApiRouter
}

/** Returns whether to print plain sentences instead of JSON. */
const isInteractive = () => process.stdout.isTTY || !env().production
const print = (text: string) => void process.stdout.write(`${text}\n`)
const report = (text: string) => (isInteractive() ? print(text) : log.info(text))

const serverFolder = join(distFolder, 'server')
const importBuilt = (file: string): Promise<unknown> => import(pathToFileURL(join(serverFolder, file)).href)

/** Builds if needed and loads the build, under the build lock. */
async function loadSite() {
	return withBuildLock(
		async () => {
			const release = await ensureBuilt(() =>
				report('Building the site. This takes a moment, and only when something changed.'),
			)
			const client = join(distFolder, 'client')
			const site = await loadBuiltSite({ client, release, publicUrl: env().publicUrl })
			const store = new StaticStore()
			const isDemo = (path: string) => env().production && isDemoFile(path)
			site.fill(store, (path) => isManagedPath(path) || isDemo(path))
			await serveOldAssets(store, { client, dataDir: env().dataDir, release })
			const entry = (await importBuilt('entry.mjs')) as Entry
			await loadPages()
			return { site, store, entry }
		},
		() => report('Another start of this checkout is building. Waiting for it.'),
	)
}

/**
 * Loads every part of the built server. The first visitor then does not wait for it, and a later build, which
 * deletes these files, cannot break a page that was never requested.
 */
async function loadPages(): Promise<void> {
	const files = (await filesBelow(serverFolder)).filter((file) => file.endsWith('.mjs') && !/sharp/.test(file))
	await importTogether(files.map((file) => join(serverFolder, file)))
}

export async function loadApi(): Promise<ApiRouter> {
	const { apiRouter } = await import('./endpoints.ts')
	return apiRouter()
}

function listen(server: SecondChairServer): Promise<number> {
	const { host, port } = env()
	return new Promise((resolve, reject) => {
		server.once('error', reject)
		server.listen(port, host, () => {
			server.off('error', reject)
			resolve((server.address() as AddressInfo).port)
		})
	})
}

function printReady(port: number, release: Release, signIns: readonly DemoSignIn[]): void {
	const url = env().publicUrl
	if (!isInteractive()) {
		log.info({ address: url, host: env().host, port, release: release.id }, 'listening')
		return
	}
	print(`\n${site().name} is ready at ${url}`)
	if (signIns.length > 0) print('\nDemonstration sign-ins:')
	const width = Math.max(...signIns.map(({ email }) => email.length), 0)
	for (const { role, email, password } of signIns) print(`  ${role.padEnd(8)}${email.padEnd(width + 2)}${password}`)
	print('\nCtrl+C stops it.')
}

async function databaseAnswers(): Promise<boolean> {
	return (await database().client.execute('select 1')).rows.length === 1
}

/** Opens the metrics. The import is here, so that it costs nothing when metrics are off. */
async function openMetrics(release: string) {
	const { metrics: settings } = env()
	if (!settings) return undefined
	const { listenForScrapes, siteMetrics } = await import('./metrics.ts')
	const metrics = siteMetrics(settings, release)
	return {
		meter: metrics.meter,
		async serve(server: SecondChairServer) {
			metrics.countConnections(server)
			await listenForScrapes(settings, metrics)
		},
	}
}

type SiteMetrics = Awaited<ReturnType<typeof openMetrics>>

/** Listens. @returns the port of the site. @throws if its port or that of the metrics is unavailable. */
async function listenWith(metrics: SiteMetrics, server: SecondChairServer): Promise<number> {
	const port = await listen(server)
	await metrics?.serve(server)
	return port
}

async function start(): Promise<void> {
	process.env[DEMO_PODCAST_VARIABLE] = String(!env().production)
	// The settings have been read, so this only selects the build of React and Astro that renders pages: the development
	// build is slower and renders different bytes than the site's build.
	process.env.NODE_ENV = 'production'
	// In a terminal, log only warnings, unless the settings say otherwise.
	if (process.stdout.isTTY && !process.env.LOG_LEVEL) log.level = 'warn'
	assertStartable()
	const [{ site, store, entry }, api] = await Promise.all([loadSite(), loadApi()])
	await serve({ site, store, entry, api })
}

export async function serve({ site, store, entry, api }: LoadedSite): Promise<void> {
	const { publicUrl, production, allowedHosts, trustProxyHops, recaptcha, videoFrameHosts } = env()
	const { release, scriptHashes } = site
	const { id, inputs, styleHashes, features } = release
	// A build of a demonstration may contain its content, so production renders its own pages.
	const readBuiltPage = production && !release.production ? () => undefined : site.readBuiltPage
	const metrics = await openMetrics(release.id)
	const booted = await boot(entry, {
		store,
		release: { id, inputs, scriptHashes, styleHashes, features },
		readBuiltPage,
	})
	const { pageCache } = booted
	const server = createSecondChairServer({
		store,
		security: securityHeaders({
			publicUrl,
			recaptcha: recaptcha !== undefined,
			videoFrameHosts,
			production,
			// Cached pages of an older release have different scripts.
			scriptHashes: [...scriptHashes, ...(pageCache?.scriptHashes ?? [])],
			styleHashes: [...styleHashes, ...(pageCache?.styleHashes ?? [])],
		}),
		api,
		pages: onDemandPages(entry.app.manifest, entry.handler),
		renderPublicPage: booted.renderPublicPage,
		catchUp: booted.missed,
		...(booted.answerNode ? { answerNode: booted.answerNode } : {}),
		allowedHosts,
		trustProxyHops,
		release: release.id,
		isWaiting: booted.isWaiting,
		databaseAnswers: async () => !booted.isWaiting() && (await databaseAnswers()),
		databaseTakesWrites: () => database().isWritable(),
		meter: metrics?.meter,
	})
	const port = await listenWith(metrics, server).catch(async (error: unknown) => {
		await booted.close()
		throw error
	})
	stopOnSignal(server, booted)
	if (pageCache) report(`Listening on port ${port} with ${pageCache.count} previously published pages until then.`)
	const signIns = await booted.opened
	if (!signIns) return
	printReady(port, release, signIns)
	await booted.startJobs(port)
	await booted.published()
	// Half of the memory used by the start is garbage now; an idle server would keep it for hours.
	collectAllGarbage()
}

export async function main(): Promise<void> {
	// Astro's adapter handles this event too, which keeps Node from exiting. At least log it.
	process.on('unhandledRejection', (reason) => log.error({ err: reason }, 'unhandled rejection'))
	try {
		await start()
	} catch (error) {
		const sentence = sentenceOf(error)
		if (sentence === undefined) log.fatal({ err: error }, 'could not start')
		else process.stderr.write(`${sentence}\n`)
		process.exit(1)
	}
}
