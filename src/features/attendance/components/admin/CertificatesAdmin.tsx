import { useState } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { SelectField } from '#src/components/ui/forms/Field.tsx'
import type { Column } from '#src/components/ui/lists/DataTable.tsx'
import { EmptyState } from '#src/components/ui/lists/EmptyState.tsx'
import { ListTable } from '#src/components/ui/lists/ListTable.tsx'
import { RowMenu } from '#src/components/ui/lists/RowMenu.tsx'
import type { Activity } from '#src/features/cle/admin-contract.ts'
import { useList } from '#src/lib/api/query-list.ts'
import { useUrlFilters } from '#src/lib/lists/address-filters.ts'
import type { Page } from '#src/lib/site/page.ts'
import type { IssuedCertificate } from '../../admin-contract.ts'
import { listIssuedCertificatesQuery } from '../../admin-queries.ts'
import { attendanceHref } from './attendance-text.ts'
import { CertificateCell, certificateActions, certificateColumns } from './certificate-columns.tsx'
import { ReissueDialog, RevokeDialog } from './ReasonDialog.tsx'

const columns: readonly Column<IssuedCertificate>[] = [
	{ label: 'Certificate', cell: CertificateCell },
	{ label: 'Attorney', breaks: true, cell: ({ name }) => name },
	{
		label: 'Activity',
		breaks: true,
		cell: ({ attendanceId, title }) => (
			<a className="link" href={attendanceHref(attendanceId)}>
				{title}
			</a>
		),
	},
	...certificateColumns,
]

type Open = { kind: 'revoke' | 'reissue'; certificate: IssuedCertificate } | undefined

type Props = {
	activity: string
	initial: Page<IssuedCertificate>
	activities: readonly Pick<Activity, 'id' | 'title'>[]
}

/** Lists every certificate that the club issued. */
export function CertificatesAdmin({ activity: first, initial, activities }: Props) {
	const { filters, isInitial, isFiltered, setFilters } = useUrlFilters({ activity: first })
	const list = useList(listIssuedCertificatesQuery(filters.activity), { initial: isInitial ? initial : undefined })
	const [open, setOpen] = useState<Open>()
	const close = () => setOpen(undefined)
	return (
		<>
			<div className="mb-5 max-w-80">
				<SelectField
					label="Activity"
					value={filters.activity}
					onChange={(event) => setFilters({ activity: event.target.value })}
					options={[['', 'All activities'], ...activities.map(({ id, title }) => [id, title] as const)]}
				/>
			</div>
			<ListTable
				list={list}
				failed="The certificates could not be loaded"
				empty={
					isFiltered ? (
						<EmptyState
							title="No certificates for this activity"
							action={
								<Button variant="line" onClick={() => setFilters({ activity: '' })}>
									Show all
								</Button>
							}
						/>
					) : (
						<EmptyState title="No certificates yet">Members get one when they complete an activity.</EmptyState>
					)
				}
				caption="Certificates, newest first"
				columns={columns}
				keyOf={({ number }) => number}
				actions={(certificate) =>
					certificate.revokedAt === null && (
						<RowMenu
							of={`${certificate.name}, ${certificate.title}`}
							actions={certificateActions(certificate, {
								onRevoke: () => setOpen({ kind: 'revoke', certificate }),
								onReissue: () => setOpen({ kind: 'reissue', certificate }),
							})}
						/>
					)
				}
			/>
			{open?.kind === 'revoke' && <RevokeDialog {...open.certificate} onClose={close} />}
			{open?.kind === 'reissue' && <ReissueDialog {...open.certificate} onClose={close} />}
		</>
	)
}
