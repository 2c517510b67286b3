import { answersIn } from '#src/features/auth/server/applicant-record.ts'
import { STANDING_NAMES } from '#src/features/dues/standing-text.ts'
import type { Standing } from '#src/lib/dues/standing.ts'
import { hasFeature } from '#src/lib/site/features.ts'
import { csvFile, csvLine } from '#src/platform/csv.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import type * as contracts from '../contract.ts'
import { memberStatusNames, roleName } from '../role-names.ts'
import { usersStatement, withStandings } from './directory.ts'

const BATCH_SIZE = 500

type Row = Awaited<ReturnType<typeof usersStatement>>[number] & { standing?: Standing | null }

type Columns = ReadonlyArray<readonly [heading: string, of: (row: Row) => string | null]>

const columns: Columns = [
	['Name', (row) => row.name],
	['Username', (row) => row.username],
	['Email', (row) => row.email],
	['Role', (row) => roleName(row.role)],
	['Status', (row) => memberStatusNames[row.memberStatus]],
	['Phone', (row) => row.phoneNumber],
	['Firm', (row) => row.firmName],
	['Practice areas', (row) => row.practiceAreas],
	['Years of experience', (row) => row.yearsOfExperience],
	[
		'Other answers',
		(row) =>
			answersIn(row.applicationAnswers)
				.map(({ label, value }) => `${label}: ${value}`)
				.join('; '),
	],
	['Application', (row) => row.applicationStatus],
	['Applied on', (row) => row.applicationDate?.toISOString() ?? null],
	['Joined', ({ joinedAt, createdAt }) => (joinedAt ?? createdAt).toISOString().slice(0, 10)],
	['Labels', ({ labels }) => labels.join('; ')],
	['Plan', (row) => row.plan],
	['Created', (row) => row.createdAt.toISOString()],
	['Last seen', ({ lastSeenAt }) => (lastSeenAt.getTime() === 0 ? null : lastSeenAt.toISOString())],
]

const standingColumn: Columns = [['Standing', ({ standing }) => (standing ? STANDING_NAMES[standing] : null)]]

export const exportUsers: Service<typeof contracts.exportUsers> = async (_, context) => {
	const shown = hasFeature('dues') ? [...columns, ...standingColumn] : columns
	const lines = [csvLine(shown.map(([heading]) => heading))]
	for (let after: [string] | undefined; ; ) {
		const rows: Row[] = await withStandings(await usersStatement({}, after, BATCH_SIZE))
		lines.push(...rows.map((row) => csvLine(shown.map(([, of]) => of(row)))))
		const last = rows.at(-1)
		if (!last) return csvFile(context, 'members', lines)
		after = [last.id]
	}
}
