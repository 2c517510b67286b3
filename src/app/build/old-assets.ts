import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { StaticStore } from '#src/platform/http/files/static-store.ts'
import { loadBuiltSite } from './built-site.ts'
import type { Release } from './release.ts'

/** Releases whose assets are kept, the present one included. */
const KEPT_RELEASES = 3

/** A copy that was not finished, of a start that was killed. */
const isUnfinished = (name: string) => /\.new-\d+$/.test(name)

async function keep(client: string, folder: string): Promise<void> {
	if (!existsSync(join(client, '_astro'))) return
	if (!existsSync(folder)) {
		const half = `${folder}.new-${process.pid}`
		await cp(join(client, '_astro'), join(half, '_astro'), { recursive: true })
		await rename(half, folder)
	}
	const now = new Date()
	await utimes(folder, now, now)
}

/** Releases below `root`, the last used first. */
async function byUse(root: string): Promise<string[]> {
	const entries = await readdir(root, { withFileTypes: true })
	// What a file manager left is no release.
	const names = entries.filter((entry) => entry.isDirectory() && !isUnfinished(entry.name)).map(({ name }) => name)
	const dated = await Promise.all(names.map(async (name) => ({ name, at: (await stat(join(root, name))).mtimeMs })))
	return dated.sort((a, b) => b.at - a.at).map(({ name }) => name)
}

/**
 * Keeps the hashed assets of the last releases and serves them too: a tab that was opened before a deployment
 * still loads its island an hour later. Call it after the present release is in the store.
 */
export async function serveOldAssets(
	store: StaticStore,
	options: { client: string; dataDir: string; release: Release },
): Promise<void> {
	const root = join(options.dataDir, 'assets')
	await mkdir(root, { recursive: true, mode: 0o700 })
	// Only one start copies at a time (it holds the build lock), so that nobody is still at these.
	for (const name of (await readdir(root)).filter(isUnfinished)) await rm(join(root, name), { recursive: true })
	await keep(options.client, join(root, options.release.id))
	const releases = await byUse(root)
	for (const name of releases.slice(KEPT_RELEASES)) await rm(join(root, name), { recursive: true, force: true })
	for (const name of releases.slice(0, KEPT_RELEASES)) {
		if (name === options.release.id) continue
		const { release } = options
		const old = await loadBuiltSite({ client: join(root, name), release, publicUrl: release.publicUrl })
		old.fill(store, (path) => store.get(path) !== undefined)
	}
}
