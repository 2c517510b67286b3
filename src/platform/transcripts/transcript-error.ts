/** A transcript or a list of chapters that cannot be read. The message completes a sentence: `it is a web page`. */
export class TranscriptError extends Error {
	override name = 'TranscriptError'
}
