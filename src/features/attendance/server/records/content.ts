/** Returns a text or bytes as the content of a file in an archive. */
export async function* contentOf(content: string | Uint8Array): AsyncGenerator<Uint8Array> {
	yield typeof content === 'string' ? Buffer.from(content) : content
}
