import './load-env.ts'
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { DEMO_PODCAST_VARIABLE } from '#src/lib/site/site.ts'
import { isDemoFile } from '#src/platform/env/demo-files.ts'
import { env, SettingsError } from '#src/platform/env/env.ts'
import { prepareSnapshot, SNAPSHOT_VARIABLE } from '../publish/snapshot.ts'
import { pageImports } from '../startup/page-imports.ts'
import { withBuildLock } from './build-lock.ts'
import { filesBelow, hashInputs } from './inputs.ts'
import { linkCanonicalPages } from './other-addresses.ts'
import { distFolder, projectRoot, workFolder } from './paths.ts'
import { precompress } from './precompress.ts'
import { type Release, readRelease, writeRelease } from './release.ts'

/** A failed build of the site. The message is Astro's output. */
export class BuildError extends Error {
	override name = 'BuildError'
}

const astroCli = () => join(dirname(createRequire(import.meta.url).resolve('astro/package.json')), 'bin', 'astro.mjs')

/**
 * Runs Astro in a separate process, so that its 0.7 GB of memory is freed afterwards. Buffers the output for errors:
 * `--silent` would be baked into the built server, which then never logs.
 */
function runAstro(outDir: string, snapshotFile: string): Promise<void> {
	const child = spawn(process.execPath, [astroCli(), 'build', '--outDir', outDir], {
		cwd: projectRoot,
		stdio: ['ignore', 'pipe', 'pipe'],
		env: {
			...process.env,
			NODE_ENV: 'production',
			PUBLIC_URL: env().publicUrl,
			ASTRO_TELEMETRY_DISABLED: '1',
			[SNAPSHOT_VARIABLE]: snapshotFile,
			[DEMO_PODCAST_VARIABLE]: String(!env().production),
		},
	})
	// Stopping during a build must also stop Astro.
	const stop = () => {
		child.kill()
		process.exit(1)
	}
	process.once('SIGTERM', stop).once('SIGINT', stop)
	child.once('close', () => process.off('SIGTERM', stop).off('SIGINT', stop))
	const output: Buffer[] = []
	child.stdout.on('data', (part: Buffer) => output.push(part))
	child.stderr.on('data', (part: Buffer) => output.push(part))
	return new Promise((resolve, reject) => {
		child.once('error', reject)
		child.once('close', (code) =>
			code === 0 ? resolve() : reject(new BuildError(Buffer.concat(output).toString().trim())),
		)
	})
}

/** Adds to each page the imports of its scripts, which are known only after the build. */
async function finishPages(client: string): Promise<void> {
	const addImports = pageImports((path) => {
		const file = join(client, path)
		return existsSync(file) ? readFileSync(file, 'utf8') : undefined
	})
	for (const name of await filesBelow(client)) {
		if (!name.endsWith('.html')) continue
		const file = join(client, name)
		await writeFile(file, addImports(await readFile(file)))
	}
}

/** Removes the demonstration files in production: the folder must be deployable anywhere. */
async function removeDemoFiles(client: string): Promise<void> {
	const names = (await filesBelow(client)).filter((name) => isDemoFile(name.replaceAll('\\', '/')))
	await Promise.all(names.map((name) => rm(join(client, name))))
}

/** Replaces the current build with `next`. Running servers have their build in memory. */
async function replaceBuild(next: string): Promise<void> {
	const old = join(workFolder, `old-${process.pid}`)
	await rename(distFolder, old).catch((error: NodeJS.ErrnoException) => {
		if (error.code !== 'ENOENT') throw error
	})
	await rename(next, distFolder)
	await rm(old, { recursive: true, force: true })
}

/** Removes leftovers of killed builds. We have the lock, so none of them is in use. */
async function removeLeftovers(): Promise<void> {
	const names = await readdir(workFolder).catch(() => [])
	const leftovers = names.filter((name) => /^(next|old)-\d+$/.test(name))
	await Promise.all(leftovers.map((name) => rm(join(workFolder, name), { recursive: true, force: true })))
}

async function build(inputs: string): Promise<Release> {
	await removeLeftovers()
	const next = join(workFolder, `next-${process.pid}`)
	const snapshotFile = await prepareSnapshot(env().dataDir)
	try {
		await runAstro(next, snapshotFile)
		const client = join(next, 'client')
		if (env().production) await removeDemoFiles(client)
		await finishPages(client)
		const { publicUrl, production } = env()
		const release = await writeRelease(next, { inputs, snapshotFile, publicUrl, production })
		await precompress(client)
		await linkCanonicalPages(client)
		await replaceBuild(next)
		return release
	} finally {
		await rm(next, { recursive: true, force: true })
	}
}

/**
 * Returns the current build, rebuilt if its inputs changed. Call it inside `withBuildLock`.
 * @throws {BuildError}
 */
export async function ensureBuilt(onBuild: () => void): Promise<Release> {
	const inputs = await hashInputs(projectRoot)
	const current = await readRelease(distFolder)
	if (current?.inputs === inputs) return current
	onBuild()
	return build(inputs)
}

async function run(): Promise<void> {
	const start = performance.now()
	const release = await withBuildLock(async () => build(await hashInputs(projectRoot)))
	const seconds = ((performance.now() - start) / 1000).toFixed(1)
	process.stdout.write(`Built release ${release.id} for ${release.publicUrl} in ${seconds} s: dist/\n`)
}

/** Implements `npm run build`: always builds from the newest snapshot into `dist/`. */
export async function main(): Promise<void> {
	await run().catch((error: unknown) => {
		const isExpected = error instanceof BuildError || error instanceof SettingsError
		process.stderr.write(`${isExpected ? error.message : error instanceof Error ? error.stack : String(error)}\n`)
		process.exitCode = 1
	})
}
