import { importParticipants } from '#src/features/attendance/admin-contract.ts'
import { callApi } from '#tests/support/api/api.ts'
import { addSession, admin, MINUTE, START } from './attendance.ts'

/** A participant list in which Dana joined twice, for 59 and 21 minutes. */
export const LIST =
	'Name (Original Name),User Email,Duration (Minutes)\nDana,Dana@Example.com,59\nDana,dana@example.com,21\n'

/** Imports a list for the activity of a session. */
export const upload = (id: string, text: string | Uint8Array = LIST, as = admin) =>
	callApi(importParticipants, { as, params: { id }, rawBody: text })

/** Adds a session that begins in ten minutes, with a spoken code. */
export const addUpcomingSession = (overrides = {}) =>
	addSession(START + 10 * MINUTE, { spokenCodes: ['TORTS'], ...overrides })
