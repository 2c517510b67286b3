import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { StaticStore } from '#src/platform/http/files/static-store.ts'
import { loadBuiltSite } from './built-site.ts'
import type { Release } from './release.ts'

/** Number of releases whose assets are kept, including the current one. */
const KEPT_RELEASES = 3

const isUnfinished = (name: string) => /\.new-\d+$/.test(name)

async function saveAssets(client: string, folder: string): Promise<void> {
	if (!existsSync(join(client, '_astro'))) return
	if (!existsSync(folder)) {
		const partial = `${folder}.new-${process.pid}`
		await cp(join(client, '_astro'), join(partial, '_astro'), { recursive: true })
		await rename(partial, folder)
	}
	const now = new Date()
	await utimes(folder, now, now)
}

/** Lists releases below `root`, most recently used first. */
async function listByUse(root: string): Promise<string[]> {
	const entries = await readdir(root, { withFileTypes: true })
	// Skip files: a file manager may leave some.
	const names = entries.filter((entry) => entry.isDirectory() && !isUnfinished(entry.name)).map(({ name }) => name)
	const dated = await Promise.all(names.map(async (name) => ({ name, at: (await stat(join(root, name))).mtimeMs })))
	return dated.sort((a, b) => b.at - a.at).map(({ name }) => name)
}

/**
 * Keeps and serves the hashed assets of the last releases: a tab opened before a deployment must still load its
 * islands an hour later. Call it after the current release is in the store.
 */
export async function serveOldAssets(
	store: StaticStore,
	options: { client: string; dataDir: string; release: Release },
): Promise<void> {
	const root = join(options.dataDir, 'assets')
	await mkdir(root, { recursive: true, mode: 0o700 })
	// The build lock lets only one starting server copy at a time, so none of these folders is in use.
	for (const name of (await readdir(root)).filter(isUnfinished)) await rm(join(root, name), { recursive: true })
	await saveAssets(options.client, join(root, options.release.id))
	const releases = await listByUse(root)
	for (const name of releases.slice(KEPT_RELEASES)) await rm(join(root, name), { recursive: true, force: true })
	for (const name of releases.slice(0, KEPT_RELEASES)) {
		if (name === options.release.id) continue
		const { release } = options
		const old = await loadBuiltSite({ client: join(root, name), release, publicUrl: release.publicUrl })
		old.fill(store, (path) => store.get(path) !== undefined)
	}
}
