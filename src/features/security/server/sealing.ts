import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { env } from '#src/platform/env/env.ts'

// AES-256-GCM under a key derived from SECRET_KEY: a copy of the database reveals no app key.

const NONCE_BYTES = 12
const TAG_BYTES = 16

const keyOf = (secretKey: string) => Buffer.from(hkdfSync('sha256', secretKey, '', 'totp', 32))

/** Encrypts text for one account. The result cannot be decrypted for another account. */
export function seal(text: string, userId: string, secretKey = env().secretKey): string {
	const nonce = randomBytes(NONCE_BYTES)
	const cipher = createCipheriv('aes-256-gcm', keyOf(secretKey), nonce).setAAD(Buffer.from(userId))
	const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
	return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Decrypts text; returns undefined if it was encrypted with another key or for another account, or is damaged. */
export function unseal(sealed: string, userId: string, secretKey = env().secretKey): string | undefined {
	const bytes = Buffer.from(sealed, 'base64url')
	const nonce = bytes.subarray(0, NONCE_BYTES)
	const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
	if (tag.length < TAG_BYTES) return undefined
	const decipher = createDecipheriv('aes-256-gcm', keyOf(secretKey), nonce, { authTagLength: TAG_BYTES })
	decipher.setAAD(Buffer.from(userId)).setAuthTag(tag)
	try {
		const start = NONCE_BYTES + TAG_BYTES
		return Buffer.concat([decipher.update(bytes.subarray(start)), decipher.final()]).toString('utf8')
	} catch {
		return undefined
	}
}
