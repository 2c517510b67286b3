/** Invalid settings, one per line of the message. The start prints it and exits. */
export class SettingsError extends Error {
	override name = 'SettingsError'
}
