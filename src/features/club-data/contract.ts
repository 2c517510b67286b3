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
		running: [409, 'A download of the club is already in progress. Wait until it is done, then try again.'],
		noRoom: [
			507,
			'The server’s disk has no room for the copy of the database that a download needs. Free up some space, then try again.',
		],
	},
})
