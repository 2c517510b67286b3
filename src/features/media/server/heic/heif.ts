import { copyFile, open } from 'node:fs/promises'

/** Brands of HEIF pictures (ISO 23008-12), including AVIF. */
const HEIF = /^(avi[fs]|mif[12]|msf1|miaf|MA1[AB]|he[iv][cfmsx])$/
/** Major brands that the image library supports. */
const SUPPORTED = /^(avif|mif1|msf1|he[iv][cmsx])$/

/** Returns the brands in the first box, starting with the major brand; empty if the file is not of this format. */
async function brandsOf(file: string): Promise<string[]> {
	const handle = await open(file)
	try {
		const { buffer, bytesRead } = await handle.read(Buffer.alloc(256), 0, 256, 0)
		if (bytesRead < 16 || buffer.toString('latin1', 4, 8) !== 'ftyp') return []
		const text = buffer.toString('latin1', 8, Math.min(bytesRead, buffer.readUInt32BE(0)))
		const [major = '', , ...others] = text.match(/[\s\S]{4}/g) ?? []
		return [major, ...others]
	} finally {
		await handle.close()
	}
}

export interface Heif {
	/** Path to read the picture from: a copy with a supported brand if the file's own brand is not supported. */
	file: string
	/** Whether it declares itself as AVIF. Otherwise it may be HEIC, which most browsers do not show. */
	isAvif: boolean
}

/** Detects a HEIF picture by its brands; undefined for other files. Only decoding reveals the codec. */
export async function findHeif(file: string, scratch: (name: string) => Promise<string>): Promise<Heif | undefined> {
	const brands = await brandsOf(file)
	if (!brands.some((brand) => HEIF.test(brand))) return undefined
	const isAvif = brands.some((brand) => brand.startsWith('avi'))
	if (SUPPORTED.test(brands[0] ?? '')) return { file, isAvif }
	const copy = await scratch('heif')
	await copyFile(file, copy)
	const handle = await open(copy, 'r+')
	await handle.write('avif', 8, 'latin1').finally(() => handle.close())
	return { file: copy, isAvif }
}
