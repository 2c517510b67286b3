import { readFileSync } from 'node:fs'

let commonPasswords: Set<string> | undefined

/**
 * Checks a password against the 10,000 most common ones of six characters or more: the head of zxcvbn's list
 * (MIT, Dropbox), which counts leaked passwords. Loads the list (80 kB) on first use.
 */
export function isCommonPassword(password: string): boolean {
	commonPasswords ??= new Set(
		readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
			.trimEnd()
			.split('\n'),
	)
	return commonPasswords.has(password.normalize('NFKC').toLowerCase())
}
