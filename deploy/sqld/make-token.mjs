// Creates keys and a token for a libSQL server: node deploy/sqld/make-token.mjs FOLDER
// Writes FOLDER/sqld-private.pem and FOLDER/sqld-public.pem if missing, and prints a read-write token that does not
// expire, for the nodes' DATABASE_AUTH_TOKEN. The server gets only the public key. Run it again for another token.
// A new public key on the server revokes all tokens.
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = process.argv[2]
if (!folder) {
	process.stderr.write('Usage: node deploy/sqld/make-token.mjs FOLDER\n')
	process.exit(1)
}
mkdirSync(folder, { recursive: true })
const privateFile = join(folder, 'sqld-private.pem')
if (!existsSync(privateFile)) {
	const { privateKey } = generateKeyPairSync('ed25519')
	writeFileSync(privateFile, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
}
const key = createPrivateKey(readFileSync(privateFile))
// Readable by any user that the server may run as: the public key grants no access.
writeFileSync(join(folder, 'sqld-public.pem'), createPublicKey(key).export({ type: 'spki', format: 'pem' }), {
	mode: 0o644,
})
const encode = (/** @type {object} */ value) => Buffer.from(JSON.stringify(value)).toString('base64url')
const unsigned = `${encode({ alg: 'EdDSA', typ: 'JWT' })}.${encode({ a: 'rw' })}`
process.stdout.write(`${unsigned}.${sign(null, Buffer.from(unsigned), key).toString('base64url')}\n`)
