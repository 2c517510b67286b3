import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()

/** Flags for user present, user verified, and attested credential data. */
const [PRESENT, VERIFIED, ATTESTED] = [0x01, 0x04, 0x40]

interface Options {
	origin?: string
	rpId?: string
	counter?: number
	isVerified?: boolean
}

/** Creates an authenticator with one passkey (ES256) that answers challenges as a browser would. */
export function softAuthenticator() {
	const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
	const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
	const id = randomBytes(32)
	const b64 = (data: Buffer) => data.toString('base64url')
	// COSE: kty 2 (EC), alg -7 (ES256), crv 1 (P-256), x, y.
	const coseKey = Buffer.concat([
		...[Buffer.from('a5010203262001215820', 'hex'), Buffer.from(x, 'base64url')],
		...[Buffer.from('225820', 'hex'), Buffer.from(y, 'base64url')],
	])

	const clientData = (type: string, challenge: string, origin: string) =>
		Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

	function authData({ rpId = 'localhost', counter = 0, isVerified = true }: Options, attested?: Buffer): Buffer {
		const count = Buffer.alloc(4)
		count.writeUInt32BE(counter)
		const flags = PRESENT | (isVerified ? VERIFIED : 0) | (attested ? ATTESTED : 0)
		return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, attested ?? Buffer.alloc(0)])
	}

	const answerOf = (response: object) => ({
		...{ id: b64(id), rawId: b64(id), type: 'public-key', response },
		clientExtensionResults: {},
		authenticatorAttachment: 'platform',
	})

	return {
		id: b64(id),
		create(challenge: string, options: Options = {}) {
			const length = Buffer.from([0, id.length])
			const data = authData(options, Buffer.concat([Buffer.alloc(16), length, id, coseKey]))
			const size = Buffer.from([0x59, data.length >> 8, data.length & 255])
			// CBOR: { fmt: 'none', attStmt: {}, authData }.
			const head = Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex')
			return answerOf({
				clientDataJSON: b64(clientData('webauthn.create', challenge, options.origin ?? 'http://localhost:4321')),
				attestationObject: b64(Buffer.concat([head, size, data])),
				transports: ['internal'],
			})
		},
		get(challenge: string, options: Options = {}) {
			const client = clientData('webauthn.get', challenge, options.origin ?? 'http://localhost:4321')
			const data = authData(options)
			const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
			return answerOf({ clientDataJSON: b64(client), authenticatorData: b64(data), signature: b64(signature) })
		},
	}
}
