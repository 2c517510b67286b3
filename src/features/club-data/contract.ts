import * as z from 'zod/mini'
import { UNCONFIRMED } from '#src/features/auth/password-contract.ts'
import { contract } from '#src/lib/api/contract.ts'

/** The whole club as one file: the archive of `npm run data:export`, without password hashes. Streamed. */
export const getClubData = contract('GET /api/admin/club-data', {
	access: 'admin',
	response: z.string(),
	produces: 'application/zip',
	errors: {
		unconfirmed: [401, UNCONFIRMED],
		running: [409, 'The club is being downloaded already. Wait until that download is done, then try again.'],
		noRoom: [
			507,
			'The disk of the server has no room for a copy of the database, which a download needs. Free some space, then try again.',
		],
	},
})
