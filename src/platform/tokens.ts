import { createHash, randomBytes } from 'node:crypto'

/** Returns an unguessable secret, safe in cookies and URLs. */
export const newToken = () => randomBytes(32).toString('base64url')

/** Returns a token's hash for the database: a copy of the database reveals no token. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')
