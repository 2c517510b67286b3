import { readFileSync } from 'node:fs'

let known: Set<string> | undefined

/**
 * Whether a password is one of the 10,000 commonest of six characters or more. The list is the head of zxcvbn's
 * (MIT, Dropbox), which counts leaked passwords. Read at first use: 80 kB.
 */
export function isCommonPassword(password: string): boolean {
	known ??= new Set(
		readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
			.trimEnd()
			.split('\n'),
	)
	return known.has(password.normalize('NFKC').toLowerCase())
}
