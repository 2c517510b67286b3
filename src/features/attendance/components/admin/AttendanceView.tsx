import { useState } from 'react'
import { Badge } from '#src/components/ui/Badge.tsx'
import { Button } from '#src/components/ui/Button.tsx'
import { FetchError } from '#src/components/ui/dialogs/FetchError.tsx'
import { type Fact, FactList } from '#src/components/ui/FactList.tsx'
import { LocalTime } from '#src/components/ui/LocalTime.tsx'
import { type Column, DataTable } from '#src/components/ui/lists/DataTable.tsx'
import { PageHead } from '#src/components/ui/lists/PageHead.tsx'
import { RowMenu } from '#src/components/ui/lists/RowMenu.tsx'
import { useQuery } from '#src/lib/api/query.ts'
import { type AttendanceDetail, decideAttendance } from '../../admin-contract.ts'
import { getAttendanceDetailQuery } from '../../admin-queries.ts'
import type { Certificate } from '../../certificates-contract.ts'
import { MODE_LABELS, progressText, STATE_LABELS, STATE_TONES } from './attendance-text.ts'
import { CertificateCell, certificateActions, certificateColumns } from './certificate-columns.tsx'
import { DecideDialog } from './DecideDialog.tsx'
import { Evidence } from './Evidence.tsx'
import { IssueDialog, ReissueDialog, RevokeDialog } from './ReasonDialog.tsx'

type Open = { kind: 'decide' | 'issue' } | { kind: 'revoke' | 'reissue'; number: string } | undefined

const factsOf = ({ activity, mode, openedAt, endedAt, ruleVersions, ...row }: AttendanceDetail): Fact[] => [
	['Activity', activity.title],
	['Method', MODE_LABELS[mode]],
	['Started', <LocalTime key="begun" when={openedAt} />],
	...(endedAt ? [['Ended', <LocalTime key="ended" when={endedAt} />] as const] : []),
	['Confirmed', progressText(row)],
	['Codes', `${row.codesEntered} of ${row.codesTotal} entered, ${row.wrongTries} wrong`],
	[
		'Rules',
		Object.entries(ruleVersions)
			.map(([jurisdiction, version]) => `${jurisdiction.replace('-', '\u2011')}, version ${version}`)
			.join('; ') || 'None',
	],
]

const columns: readonly Column<Certificate>[] = [{ label: 'Certificate', cell: CertificateCell }, ...certificateColumns]

type Props = {
	initial: AttendanceDetail
	/** Id of the admin, who cannot decide on their own attendance. */
	ownId: string
}

/** Shows an attendance with everything that was recorded for it. */
export function AttendanceView({ initial, ownId }: Props) {
	const { data: attendance, error, refetch } = useQuery(getAttendanceDetailQuery(initial.id), { initial })
	const [open, setOpen] = useState<Open>()
	const close = () => setOpen(undefined)
	const { member, state, certificates, issuable } = attendance
	const isOwn = member.id === ownId
	const canIssue = !isOwn && issuable.length > 0
	return (
		<>
			<PageHead
				title={member.name}
				line={attendance.activity.title}
				back={{ href: '/admin/cle/attendance', label: 'Back to attendance' }}
				badges={<Badge tone={STATE_TONES[state]}>{STATE_LABELS[state]}</Badge>}
			>
				{canIssue && (
					<Button variant="line" onClick={() => setOpen({ kind: 'issue' })}>
						Issue certificate
					</Button>
				)}
				{state === 'review' && !isOwn && <Button onClick={() => setOpen({ kind: 'decide' })}>Decide</Button>}
			</PageHead>
			{error && <FetchError title="The attendance could not be loaded" error={error} onRetry={refetch} />}
			{isOwn && <p className="mb-6">{decideAttendance.errors.own[1]}</p>}
			<section className="card card-body mb-10" aria-label="About the attendance">
				<FactList className="member-facts" facts={factsOf(attendance)} />
			</section>
			<section className="mb-10" aria-labelledby="certificates-title">
				<h2 id="certificates-title" className="mb-4 text-title">
					Certificates
				</h2>
				<div className="card">
					{certificates.length === 0 ? (
						<p className="card-body text-muted">None yet. They are issued when the activity is completed.</p>
					) : (
						<DataTable
							caption="Certificates, newest first"
							columns={columns}
							rows={certificates}
							keyOf={({ number }) => number}
							actions={(certificate) =>
								certificate.revokedAt === null && (
									<RowMenu
										of={certificate.number}
										actions={certificateActions(certificate, {
											onRevoke: () => setOpen({ kind: 'revoke', number: certificate.number }),
											onReissue: () => setOpen({ kind: 'reissue', number: certificate.number }),
										})}
									/>
								)
							}
						/>
					)}
				</div>
			</section>
			<Evidence attendance={attendance} />
			<OpenDialog open={open} attendance={attendance} onClose={close} />
		</>
	)
}

type OpenDialogProps = { open: Open; attendance: AttendanceDetail; onClose: () => void }

function OpenDialog({ open, attendance: { id, member, issuable }, onClose }: OpenDialogProps) {
	switch (open?.kind) {
		case 'decide':
			return <DecideDialog id={id} name={member.name} onClose={onClose} />
		case 'issue':
			return <IssueDialog id={id} names={issuable.map(({ name }) => name)} onClose={onClose} />
		case 'revoke':
			return <RevokeDialog number={open.number} name={member.name} onClose={onClose} />
		case 'reissue':
			return <ReissueDialog number={open.number} onClose={onClose} />
		default:
			return null
	}
}
