/** Format of usernames: lower case letters and digits, with single dots, dashes or underscores in between. */
export const USERNAME = /^[a-z0-9]+([._-][a-z0-9]+)*$/

/** Derives a username from a name: lower case letters, digits and single dots. Unique only with `suffix`. */
export function usernameFrom(name: string, suffix = 0): string {
	const plain = name
		.normalize('NFKD')
		.replaceAll(/[\u0300-\u036f]/g, '')
		.toLowerCase()
		.replaceAll(/[^a-z0-9]+/g, '.')
		.replaceAll(/^\.+|\.+$/g, '')
		.slice(0, 24)
		.replace(/\.$/, '')
	return `${plain || 'member'}${suffix || ''}`
}
