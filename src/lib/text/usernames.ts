/** Format of usernames: lowercase letters and digits, with single dots, hyphens or underscores in between. */
export const USERNAME = /^[a-z0-9]+([._-][a-z0-9]+)*$/

/**
 * Derives a username from a name: lowercase letters, digits and single dots. The caller makes it unique with `suffix`.
 */
export function usernameFrom(name: string, suffix = 0): string {
	const base = name
		.normalize('NFKD')
		.replaceAll(/[\u0300-\u036f]/g, '')
		.toLowerCase()
		.replaceAll(/[^a-z0-9]+/g, '.')
		.replaceAll(/^\.+|\.+$/g, '')
		.slice(0, 24)
		.replace(/\.$/, '')
	return `${base || 'member'}${suffix || ''}`
}
