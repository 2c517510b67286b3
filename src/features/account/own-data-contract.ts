import * as z from 'zod/mini'
import { UNCONFIRMED } from '#src/features/auth/password-contract.ts'
import { contract, JSON_TYPE } from '#src/lib/api/contract.ts'

const download = {
	access: 'account',
	errors: {
		unconfirmed: [401, UNCONFIRMED],
		tooMany: [429, 'You have downloaded your data several times in the last hour. Please try again later.'],
	},
} as const

/** All data about the caller as JSON. Streamed, so its size is not limited. */
export const getUserData = contract('GET /api/user/data', {
	...download,
	response: z.looseObject({}),
	produces: JSON_TYPE,
})

/** The same data as HTML, always downloaded: no browser renders it at this URL. */
export const getUserDataPage = contract('GET /api/user/data/page', {
	...download,
	response: z.string(),
	produces: 'text/html; charset=utf-8',
})
