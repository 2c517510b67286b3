/** Said where a file is not any more what was chosen: browsers refuse to read it then. */
export const FILE_CHANGED = 'This file was changed or moved since it was chosen. Please choose it again.'

/**
 * The bytes of a file of this machine, or of a part of it.
 * @throws {Error} the sentence where it was changed since, as by whoever mends a list in a spreadsheet.
 */
export async function readBytes(content: Blob): Promise<Uint8Array<ArrayBuffer>> {
	try {
		return new Uint8Array(await content.arrayBuffer())
	} catch (error) {
		throw new Error(FILE_CHANGED, { cause: error })
	}
}
