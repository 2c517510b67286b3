import { Argon2id } from 'oslo/password'

// The only file that imports oslo. The package is frozen; a replacement changes only this file.

// The smallest Argon2id setting that OWASP lists (m in KiB). lucia's Scrypt is pure JavaScript: eight concurrent
// hashes blocked the event loop for 1.2 s.
const argon = new Argon2id({ memorySize: 19_456, iterations: 2, parallelism: 1 })

/** Hashes a password into a PHC string. NFKC-normalized, as NIST SP 800-63B advises; never truncated. */
export const argonHash = (password: string) => argon.hash(password)

export const argonVerify = (hash: string, password: string) => argon.verify(hash, password)
