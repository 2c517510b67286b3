import { env } from '../env/env.ts'

const overHttps = () => env().publicUrl.startsWith('https://')

/**
 * On https a cookie gets the `__Host-` prefix: no sibling subdomain and no plain http page can set or shadow it.
 */
export const cookieName = (name: string) => (overHttps() ? `__Host-${name}` : name)

/** Cookie that holds the session token. */
export const sessionCookie = () => cookieName('session')

/** All values that a `Cookie` header gives for one name. More than one is a sign of a cookie planted by a sibling site. */
export function cookieValues(header: string | undefined, name: string): string[] {
	if (!header) return []
	const values: string[] = []
	for (const part of header.split(';')) {
		const at = part.indexOf('=')
		if (at > 0 && part.slice(0, at).trim() === name) values.push(part.slice(at + 1).trim())
	}
	return values
}

/** Whether a request bears a session cookie at all, valid or not. */
export const hasCookie = (header: string | undefined, name = sessionCookie()) => cookieValues(header, name).length > 0

/** A `Set-Cookie` value. `maxAge` in seconds; 0 takes the cookie away. */
export function serializeCookie(
	name: string,
	value: string,
	options: { maxAge: number; readableByScripts?: boolean; sameSite?: 'Lax' | 'Strict' },
): string {
	const parts = [`${name}=${value}`, 'Path=/', `Max-Age=${options.maxAge}`, `SameSite=${options.sameSite ?? 'Lax'}`]
	if (!options.readableByScripts) parts.push('HttpOnly')
	if (overHttps()) parts.push('Secure')
	return parts.join('; ')
}
