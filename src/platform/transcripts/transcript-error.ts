/** An unreadable transcript or chapter list. The message completes a sentence: `it is a web page`. */
export class TranscriptError extends Error {
	override name = 'TranscriptError'
}
