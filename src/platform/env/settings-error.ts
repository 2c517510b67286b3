/** Reports invalid settings, one per line of the message. The server prints the message at startup and exits. */
export class SettingsError extends Error {
	override name = 'SettingsError'
}
