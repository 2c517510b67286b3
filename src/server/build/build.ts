import './load-env.ts'
import { spawn } from 'node:child_process'
import { rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { env, SettingsError } from '../env.ts'
import { prepareSnapshot, SNAPSHOT_VARIABLE } from '../publish/snapshot.ts'
import { withBuildLock } from './build-lock.ts'
import { hashInputs } from './inputs.ts'
import { distFolder, projectRoot, workFolder } from './paths.ts'
import { precompress } from './precompress.ts'
import { type Release, readRelease, writeRelease } from './release.ts'

/** Astro could not build the site. The message is its output. */
export class BuildError extends Error {
	override name = 'BuildError'
}

const astroCli = () => join(dirname(createRequire(import.meta.url).resolve('astro/package.json')), 'bin', 'astro.mjs')

/**
 * Runs Astro in a process of its own: its 0.7 GB go back to the machine. Its output is kept for the case of an
 * error; `--silent` would be baked into the built server, which then never logs.
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
		},
	})
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

/** Puts `next` in the place of the current build. Running servers hold theirs in memory. */
async function swap(next: string): Promise<void> {
	const old = join(workFolder, `old-${process.pid}`)
	await rename(distFolder, old).catch((error: NodeJS.ErrnoException) => {
		if (error.code !== 'ENOENT') throw error
	})
	await rename(next, distFolder)
	await rm(old, { recursive: true, force: true })
}

async function build(inputs: string): Promise<Release> {
	const next = join(workFolder, `next-${process.pid}`)
	const snapshotFile = await prepareSnapshot(env().dataDir)
	try {
		await runAstro(next, snapshotFile)
		const release = await writeRelease(next, { inputs, snapshotFile, publicUrl: env().publicUrl })
		await precompress(join(next, 'client'))
		await swap(next)
		return release
	} finally {
		await rm(next, { recursive: true, force: true })
	}
}

/**
 * The current build, made anew if its inputs changed. Call it inside `withBuildLock`.
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

/** `npm run build`: always builds, from the newest snapshot, into `dist/`. */
export async function main(): Promise<void> {
	await run().catch((error: unknown) => {
		const isTold = error instanceof BuildError || error instanceof SettingsError
		process.stderr.write(`${isTold ? error.message : error instanceof Error ? error.stack : String(error)}\n`)
		process.exitCode = 1
	})
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main()
