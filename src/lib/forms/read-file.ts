/** Message if a chosen file has changed: browsers then refuse to read it. */
export const FILE_CHANGED = 'This file has changed or moved since you chose it. Please choose it again.'

/**
 * Reads the bytes of a local file, or of a part of it.
 * @throws {Error} with a message if the file changed after it was chosen, such as by a save in a spreadsheet.
 */
export async function readBytes(content: Blob): Promise<Uint8Array<ArrayBuffer>> {
	try {
		return new Uint8Array(await content.arrayBuffer())
	} catch (error) {
		throw new Error(FILE_CHANGED, { cause: error })
	}
}
