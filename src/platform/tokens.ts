import { createHash, randomBytes } from 'node:crypto'

/** A secret that nobody can guess, fit for a cookie or an address. */
export const newToken = () => randomBytes(32).toString('base64url')

/** What the database keeps of a token: a copy of it opens nothing. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')
