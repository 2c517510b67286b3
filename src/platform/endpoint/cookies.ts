import { env } from '../env/env.ts'

const overHttps = () => env().publicUrl.startsWith('https://')

/**
 * Returns the full name of a cookie. On https, adds the prefix `__Host-`, so that sibling subdomains and plain http
 * pages cannot set or shadow the cookie.
 */
export const cookieName = (name: string) => (overHttps() ? `__Host-${name}` : name)

export const sessionCookie = () => cookieName('session')

/** Returns all values of a cookie in a `Cookie` header. More than one means that a sibling site may have set one. */
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

/** Returns the value of a `Set-Cookie` header. `maxAge` is in seconds; 0 deletes the cookie. */
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
