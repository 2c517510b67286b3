import type { UserRow } from '#db/schema/users.ts'
import { csvValue } from '#src/platform/csv.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import type * as contracts from '../contract.ts'
import { roleName } from '../role-names.ts'
import { usersStatement } from './directory.ts'

const AT_ONCE = 500

const columns: ReadonlyArray<readonly [heading: string, of: (row: UserRow) => string | null]> = [
	['Name', (row) => row.name],
	['Username', (row) => row.username],
	['Email', (row) => row.email],
	['Role', (row) => roleName(row.role)],
	['Status', (row) => row.status],
	['Phone', (row) => row.phoneNumber],
	['Firm', (row) => row.firmName],
	['Practice areas', (row) => row.practiceAreas],
	['Years of experience', (row) => row.yearsOfExperience],
	['Application', (row) => row.applicationStatus],
	['Applied on', (row) => row.applicationDate?.toISOString() ?? null],
	['Created', (row) => row.createdAt.toISOString()],
	['Last seen', ({ lastSeenAt }) => (lastSeenAt.getTime() === 0 ? null : lastSeenAt.toISOString())],
]

/** Streams all accounts as CSV, so other requests run in between. Starts with a BOM, for UTF-8 in spreadsheets. */
async function* usersCsv(): AsyncGenerator<string> {
	yield `\uFEFF${columns.map(([heading]) => csvValue(heading)).join(',')}\r\n`
	for (let after: string | undefined; ; ) {
		const rows = await usersStatement({}, after === undefined ? undefined : [after], AT_ONCE)
		if (rows.length === 0) return
		yield rows.map((row) => `${columns.map(([, of]) => csvValue(of(row))).join(',')}\r\n`).join('')
		after = rows.at(-1)?.id
	}
}

export const exportUsers: Service<typeof contracts.exportUsers> = async (_, context) => {
	const parts: string[] = []
	for await (const part of usersCsv()) parts.push(part)
	const day = new Date().toISOString().slice(0, 10)
	context.setHeader('Content-Disposition', `attachment; filename="members-${day}.csv"`)
	context.setHeader('Cache-Control', 'private, no-store')
	return parts.join('')
}
