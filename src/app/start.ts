import './build/load-env.ts'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { database } from '#db/client.ts'
import { site } from '#src/lib/site.ts'
import { isDemoFile } from '#src/platform/demo-files.ts'
import { env } from '#src/platform/env.ts'
import { loadApiRoutes } from '#src/platform/http/api-router.ts'
import { securityHeaders } from '#src/platform/http/headers.ts'
import { onDemandPages } from '#src/platform/http/pages.ts'
import { createSecondChairServer, type SecondChairServer } from '#src/platform/http/server.ts'
import { StaticStore } from '#src/platform/http/static-store.ts'
import { log } from '#src/platform/log.ts'
import { type Booted, boot, type DemoSignIn } from './boot.ts'
import { ensureBuilt } from './build/build.ts'
import { withBuildLock } from './build/build-lock.ts'
import { loadBuiltSite } from './build/built-site.ts'
import { filesBelow } from './build/inputs.ts'
import { serveKeptAssets } from './build/kept-assets.ts'
import { distFolder, projectRoot } from './build/paths.ts'
import type { Release } from './build/release.ts'
import { isManagedPath } from './public-pages/all.ts'
import { assertStartable, sentenceOf } from './start-failure.ts'

/** How long running requests may take after a signal to stop, in milliseconds. */
const DRAIN_MS = 10_000
/** When a stop ends in any case, in milliseconds: sooner than the kill that service managers send after it. */
const STOP_MS = 14_000

type Entry = typeof import('./astro-entry.ts')

/** Somebody reads along: plain sentences rather than JSON. */
const isForPeople = () => process.stdout.isTTY || !env().production
const say = (text: string) => void process.stdout.write(`${text}\n`)
/** Progress, for whoever reads. */
const report = (text: string) => (isForPeople() ? say(text) : log.info(text))

const serverFolder = join(distFolder, 'server')
const importBuilt = (file: string): Promise<unknown> => import(pathToFileURL(join(serverFolder, file)).href)

/** Builds if needed, then loads the build, with nobody else building meanwhile. */
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
			await serveKeptAssets(store, { client, dataDir: env().dataDir, release })
			const entry = (await importBuilt('entry.mjs')) as Entry
			await loadPages()
			return { site, store, entry }
		},
		() => report('Another start of this checkout is building. Waiting for it.'),
	)
}

/**
 * Loads every part of the built server, so that the first visitor does not wait for it, and a later build, which
 * takes these files away, does not break a page that nobody has asked for yet.
 */
async function loadPages(): Promise<void> {
	const files = (await filesBelow(serverFolder)).filter((file) => file.endsWith('.mjs') && !/sharp/.test(file))
	await Promise.all(files.map(importBuilt))
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

function greet(port: number, release: Release, signIns: readonly DemoSignIn[]): void {
	const address = env().publicUrl
	if (!isForPeople()) {
		log.info({ address, host: env().host, port, release: release.id }, 'listening')
		return
	}
	say(`\n${site.name} is ready at ${address}`)
	if (signIns.length > 0) say('\nDemonstration sign-ins:')
	const width = Math.max(...signIns.map(({ email }) => email.length), 0)
	for (const { role, email, password } of signIns) say(`  ${role.padEnd(8)}${email.padEnd(width + 2)}${password}`)
	say('\nCtrl+C stops it.')
}

/** On SIGTERM or SIGINT: no new connections, running requests to their end, the database closed, status 0. */
function stopOnSignal(server: SecondChairServer, booted: Booted): void {
	let isStopping = false
	const stop = async (signal: NodeJS.Signals) => {
		// Whoever asks twice does not want to wait.
		if (isStopping) process.exit(1)
		isStopping = true
		log.info({ signal }, 'stopping')
		setTimeout(() => {
			log.fatal('did not stop in time: the database does not answer')
			process.exit(1)
		}, STOP_MS).unref()
		await server.drain(DRAIN_MS)
		await booted.close()
		log.info('stopped')
		process.exit(0)
	}
	for (const signal of ['SIGTERM', 'SIGINT'] as const)
		process.on(signal, () => {
			stop(signal).catch((error: unknown) => {
				log.fatal({ err: error }, 'did not stop cleanly')
				process.exit(1)
			})
		})
}

async function databaseAnswers(): Promise<boolean> {
	return (await database().client.execute('select 1')).rows.length === 1
}

async function start(): Promise<void> {
	const { publicUrl, production, allowedHosts, trustProxyHops, recaptcha, videoFrameHosts } = env()
	// The settings are read; from here on this names the kind of React and Astro that render pages. Their
	// development kind is slower, and gives other bytes than the build.
	process.env.NODE_ENV = 'production'
	// At a terminal the log is for what needs a person, unless the settings say otherwise.
	if (process.stdout.isTTY && !process.env.LOG_LEVEL) log.level = 'warn'
	assertStartable()
	const [{ site, store, entry }, api] = await Promise.all([
		loadSite(),
		loadApiRoutes(join(projectRoot, 'src/pages/api')),
	])
	const { release } = site
	// A build of a demonstration may show its content; production renders its own pages instead.
	const readBuiltPage = production && !release.production ? () => undefined : site.readBuiltPage
	const booted = await boot(entry, { store, release: release.id, readBuiltPage })
	const server = createSecondChairServer({
		store,
		security: securityHeaders({
			publicUrl,
			recaptcha: recaptcha !== undefined,
			videoFrameHosts,
			production,
			scriptHashes: site.scriptHashes,
			styleHashes: release.styleHashes,
		}),
		api,
		pages: onDemandPages(entry.app.manifest, entry.handler),
		renderPublicPage: booted.renderPublicPage,
		allowedHosts,
		trustProxyHops,
		release: release.id,
		databaseAnswers,
	})
	try {
		const port = await listen(server)
		stopOnSignal(server, booted)
		greet(port, release, booted.signIns)
	} catch (error) {
		await booted.close()
		throw error
	}
	await booted.startJobs()
}

/** `npm start`. */
export async function main(): Promise<void> {
	// Astro's adapter listens for these as well, which keeps Node from stopping; at least nothing goes unseen.
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
