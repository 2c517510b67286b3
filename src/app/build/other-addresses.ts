import { copyFile, link, mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { canonicalPath } from '../publish/canonical-path.ts'
import { filesBelow } from './inputs.ts'

async function linkOrCopy(from: string, to: string): Promise<void> {
	await mkdir(dirname(to), { recursive: true })
	await link(from, to).catch(() => copyFile(from, to))
}

/**
 * Stores a second copy of each page below `client` at its canonical URL, with its compressed forms. The folder then
 * works as a static site with all URLs that search engines know.
 */
export async function linkCanonicalPages(client: string): Promise<void> {
	const all = new Set(await filesBelow(client))
	for (const file of all) {
		if (!file.endsWith('/index.html')) continue
		const path = canonicalPath(await readFile(join(client, file)))
		const other = path === undefined ? undefined : `${path.slice(1)}/index.html`
		if (other === undefined || path === '/' || all.has(other)) continue
		for (const suffix of ['', '.br', '.gz'])
			if (all.has(file + suffix)) await linkOrCopy(join(client, file + suffix), join(client, other + suffix))
	}
}
