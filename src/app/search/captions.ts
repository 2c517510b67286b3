import { readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { readMediaText } from '#src/features/media/server/read-text.ts'
import { isMediaPath } from '#src/lib/site/links.ts'
import { projectRoot } from '../build/paths.ts'

const publicFolder = join(projectRoot, 'public') + sep

export async function readCaptions(path: string): Promise<string | undefined> {
	if (isMediaPath(path)) return readMediaText(path)
	const file = join(publicFolder, path)
	return file.startsWith(publicFolder) ? readFile(file, 'utf8').catch(() => undefined) : undefined
}
