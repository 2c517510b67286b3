/** Some settings are invalid: one per line of the message. The server prints the message at the start and exits. */
export class SettingsError extends Error {
	override name = 'SettingsError'
}
