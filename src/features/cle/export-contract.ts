import { contract, fileBytes } from '#src/lib/api/contract.ts'

/** Streams a ZIP with the credits as CSV, the certificates, the uploads and an overview. */
export const exportLedger = contract('GET /api/cle/export', {
	access: 'account',
	produces: 'application/zip',
	response: fileBytes,
	errors: {
		tooMany: [429, 'You have downloaded your credits several times in the last hour. Please try again later.'],
	},
})
