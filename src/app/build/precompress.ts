import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { contentTypeOf, isTextLike } from '#src/platform/http/files/content-types.ts'
import { filesBelow } from './inputs.ts'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** Minimum size for compression, in bytes. Smaller files fit into one packet uncompressed. */
const MIN_BYTES = 512

async function compressFully(bytes: Buffer): Promise<{ br: Buffer; gzip: Buffer }> {
	const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
	const [br, gz] = await Promise.all([toBrotli(bytes, { params }), toGzip(bytes, { level: 9 })])
	return { br, gzip: gz }
}

const isWorthCompressing = (file: string, size: number) =>
	size > MIN_BYTES && isTextLike(contentTypeOf(file)) && !/\.(br|gz)$/.test(file)

/** Writes `file.br` and `file.gz` next to every text file below `folder`, for any web server. */
export async function precompress(folder: string): Promise<void> {
	await Promise.all(
		(await filesBelow(folder)).map(async (name) => {
			const file = join(folder, name)
			const bytes = await readFile(file)
			if (!isWorthCompressing(name, bytes.length)) return
			const { br, gzip: gz } = await compressFully(bytes)
			await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)])
		}),
	)
}
