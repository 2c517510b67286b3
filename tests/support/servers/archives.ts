import { buffer } from 'node:stream/consumers'
import { openPromise } from 'yauzl'
import { MANIFEST, type Manifest } from '#src/app/data/manifest.ts'
import { writeArchive } from '#src/platform/archive.ts'

/** Extracts every file of a ZIP by name, with an independent program. */
export async function unpacked(file: string): Promise<Map<string, Buffer>> {
	const zip = await openPromise(file, { lazyEntries: true, autoClose: false })
	const files = new Map<string, Buffer>()
	for await (const entry of zip.eachEntry())
		files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
	zip.close()
	return files
}

export const manifestIn = (files: ReadonlyMap<string, Buffer>) =>
	JSON.parse(files.get(MANIFEST)?.toString() ?? '') as Manifest

async function* only(content: Buffer) {
	yield content
}

/** Writes a ZIP of these files. @param packed returns whether a file is compressed. */
export const pack = (
	file: string,
	files: ReadonlyMap<string, Buffer>,
	packed = (name: string) => !name.startsWith('media/'),
) =>
	writeArchive(file, async (add) => {
		for (const [name, content] of files) await add(name, only(content), { isPacked: packed(name) })
	})
