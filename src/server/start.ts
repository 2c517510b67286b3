import './build/load-env.ts'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { database } from '#db/client.ts'
import { DatabaseInUseError } from '#db/lock.ts'
import { site } from '#src/lib/site.ts'
import { type Booted, boot, type DemoSignIn } from './boot.ts'
import { BuildError, ensureBuilt } from './build/build.ts'
import { withBuildLock } from './build/build-lock.ts'
import { filesBelow } from './build/inputs.ts'
import { distFolder, projectRoot } from './build/paths.ts'
import type { Release } from './build/release.ts'
import { env, SettingsError } from './env.ts'
import { loadApiRoutes } from './http/api-router.ts'
import { loadBuiltSite } from './http/built-site.ts'
import { securityHeaders } from './http/headers.ts'
import { serveKeptAssets } from './http/kept-assets.ts'
import { onDemandPages } from './http/pages.ts'
import { createSecondChairServer, type SecondChairServer } from './http/server.ts'
import { StaticStore } from './http/static-store.ts'
import { log } from './log.ts'
import { isManagedPath } from './publish/pages.ts'

/** How long running requests may take after a signal to stop, in milliseconds. */
const DRAIN_MS = 10_000

type Entry = typeof import('./astro-entry.ts')

/** Somebody reads along: plain sentences rather than JSON. */
const isForPeople = () => process.stdout.isTTY || !env().production
const say = (text: string) => void process.stdout.write(`${text}\n`)
/** Progress, for whoever reads. */
const tell = (text: string) => (isForPeople() ? say(text) : log.info(text))

const serverFolder = join(distFolder, 'server')
const importBuilt = (file: string): Promise<unknown> => import(pathToFileURL(join(serverFolder, file)).href)

/** Builds if needed, then loads the build, with nobody else building meanwhile. */
async function loadSite() {
	return withBuildLock(
		async () => {
			const release = await ensureBuilt(() =>
				tell('Building the site. This takes a moment, and only when something changed.'),
			)
			const client = join(distFolder, 'client')
			const site = await loadBuiltSite({ client, release, publicUrl: env().publicUrl })
			const store = new StaticStore()
			site.fill(store, isManagedPath)
			await serveKeptAssets(store, { client, dataDir: env().dataDir, release })
			const entry = (await importBuilt('entry.mjs')) as Entry
			await loadPages()
			return { site, store, entry }
		},
		() => tell('Another start of this checkout is building. Waiting for it.'),
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
	return (await database().client.execute('SELECT 1')).rows.length === 1
}

async function start(): Promise<void> {
	const { publicUrl, production, allowedHosts, trustProxyHops, recaptcha, videoFrameHosts } = env()
	// The settings are read; from here on this names the kind of React and Astro that render pages. Their
	// development kind is slower, and gives other bytes than the build.
	process.env.NODE_ENV = 'production'
	// At a terminal the log is for what needs a person, unless the settings say otherwise.
	if (process.stdout.isTTY && !process.env.LOG_LEVEL) log.level = 'warn'
	const [{ site, store, entry }, api] = await Promise.all([
		loadSite(),
		loadApiRoutes(join(projectRoot, 'src/pages/api')),
	])
	const { release } = site
	const booted = await boot(entry, { store, release: release.id, readBuiltPage: site.readBuiltPage })
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

/** The sentence for what a person can put right; undefined for what is our mistake. */
function sentenceOf(error: unknown): string | undefined {
	if (error instanceof SettingsError || error instanceof DatabaseInUseError) return error.message
	if (error instanceof BuildError) return `The site could not be built.\n${error.message}`
	const { code } = error as NodeJS.ErrnoException
	const { host, port } = env()
	if (code === 'EADDRINUSE')
		return `Port ${port} of ${host} is in use. Stop what runs there, or set PORT to another one.`
	if (code === 'EACCES') return `This user may not listen on port ${port} of ${host}. Set PORT to one above 1023.`
	if (code === 'EADDRNOTAVAIL') return `This machine has no address ${host}. Set HOST to one that it has.`
	return undefined
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
