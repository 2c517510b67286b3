import { env } from '../env/env.ts'

const overHttps = () => env().publicUrl.startsWith('https://')

/**
 * Returns the full name of a cookie. On https it gets the `__Host-` prefix: no sibling subdomain or plain http page
 * can set or shadow it.
 */
export const cookieName = (name: string) => (overHttps() ? `__Host-${name}` : name)

export const sessionCookie = () => cookieName('session')

/** Returns all values of a cookie in a `Cookie` header. More than one suggests a cookie planted by a sibling site. */
export function cookieValues(header: string | undefined, name: string): string[] {
	if (!header) return []
	const values: string[] = []
	for (const part of header.split(';')) {
		const at = part.indexOf('=')
		if (at > 0 && part.slice(0, at).trim() === name) values.push(part.slice(at + 1).trim())
	}
	return values
}

export const hasCookie = (header: string | undefined, name = sessionCookie()) => cookieValues(header, name).length > 0

/** Returns a `Set-Cookie` value. `maxAge` in seconds; 0 deletes the cookie. */
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
