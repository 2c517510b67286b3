import { Badge } from '#src/components/ui/Badge.tsx'
import { LocalTime } from '#src/components/ui/LocalTime.tsx'
import type { Column } from '#src/components/ui/lists/DataTable.tsx'
import type { RowAction } from '#src/components/ui/lists/RowMenu.tsx'
import { formatCredits } from '#src/features/cle/cle-text.ts'
import { formatDay } from '#src/lib/dates/calendar-day.ts'
import { issuedCertificateFile } from '../../admin-contract.ts'
import type { Certificate } from '../../certificates-contract.ts'
import { inGroups, paperTitle } from '../../paper.ts'

/** Shows the number of a certificate as a link to its PDF, with its state. */
export const CertificateCell = ({ number, paper, revokedAt, needsBarNumber, reason, replacedBy }: Certificate) => (
	<span className="grid justify-items-start gap-1">
		<a
			className="link whitespace-nowrap tabular-nums"
			href={issuedCertificateFile(number)}
			target="_blank"
			rel="noopener"
		>
			{inGroups(number)}
			<span className="sr-only"> (PDF, opens in a new tab)</span>
		</a>
		<span className="flex flex-wrap items-center gap-2 text-small text-muted">
			{paperTitle(paper)}
			{revokedAt !== null && <Badge tone="error">Revoked</Badge>}
			{needsBarNumber && revokedAt === null && <Badge tone="brass">Bar number missing</Badge>}
		</span>
		{revokedAt !== null && (
			<span className="text-small text-muted">
				<LocalTime when={revokedAt} />
				{reason && `: ${reason}`}
				{replacedBy && `. Issued again as ${inGroups(replacedBy)}`}
			</span>
		)}
	</span>
)

/** Columns that all lists of certificates share. */
export const certificateColumns: readonly Column<Certificate>[] = [
	{ label: 'Jurisdiction', cell: ({ jurisdictionName }) => jurisdictionName || 'None' },
	{ label: 'Completed', isNarrow: true, cell: ({ completedOn }) => formatDay(completedOn) },
	{
		label: 'Credits',
		isNumeric: true,
		cell: ({ credits }) => formatCredits(credits),
	},
]

/** Returns the actions for a certificate; empty if it is revoked. */
export const certificateActions = (
	{ revokedAt }: Pick<Certificate, 'revokedAt'>,
	{ onRevoke, onReissue }: { onRevoke: () => void; onReissue: () => void },
): RowAction[] =>
	revokedAt === null
		? [
				{ label: 'Issue again', onSelect: onReissue },
				{ label: 'Revoke', isDanger: true, onSelect: onRevoke },
			]
		: []
