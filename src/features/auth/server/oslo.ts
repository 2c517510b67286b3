import { Argon2id } from 'oslo/password'

// The one file that knows oslo: the package is frozen, and is replaced here if it ever must be.

// The smallest Argon2id setting that OWASP names (m in KiB). lucia's own Scrypt is pure JavaScript: eight hashes
// at once stopped the event loop for 1.2 s.
const argon = new Argon2id({ memorySize: 19_456, iterations: 2, parallelism: 1 })

/** PHC string of a password. NFKC-normalized, as NIST SP 800-63B advises; never cut. */
export const argonHash = (password: string) => argon.hash(password)

/** Whether `password` is the one of `hash`. */
export const argonVerify = (hash: string, password: string) => argon.verify(hash, password)
