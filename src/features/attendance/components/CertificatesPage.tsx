import { Badge } from '#src/components/ui/Badge.tsx'
import { FetchError } from '#src/components/ui/dialogs/FetchError.tsx'
import { EmptyState } from '#src/components/ui/lists/EmptyState.tsx'
import { formatCredits } from '#src/features/cle/cle-text.ts'
import { useQuery } from '#src/lib/api/query.ts'
import { formatDay } from '#src/lib/dates/calendar-day.ts'
import { counted } from '#src/lib/text/format-number.ts'
import { type Certificate, certificateFile } from '../certificates-contract.ts'
import { inGroups, paperTitle } from '../paper.ts'
import { listCertificatesQuery } from '../queries.ts'

/** Lists the member's certificates with their files, newest first. */
export function CertificatesPage({ initial }: { initial: Certificate[] }) {
	const { data, error, refetch } = useQuery(listCertificatesQuery, { initial })
	return (
		<>
			{error && (
				<div className="mb-6">
					<FetchError title="Your certificates could not be loaded" error={error} onRetry={refetch} />
				</div>
			)}
			{data.length === 0 ? (
				<div className="card">
					<EmptyState title="No certificates yet">
						You get one for each programme you attend here for credit. Certificates from elsewhere are listed with their
						credits.
					</EmptyState>
				</div>
			) : (
				<ul className="cle-credits">
					{data.map((certificate) => (
						<CertificateRow key={certificate.number} certificate={certificate} />
					))}
				</ul>
			)}
		</>
	)
}

function CertificateRow({ certificate }: { certificate: Certificate }) {
	const { number, title, jurisdictionName, paper, completedOn, minutes, credits } = certificate
	const { revokedAt, reason, replacedBy, needsBarNumber } = certificate
	return (
		<li className="cle-credit">
			<div className="min-w-0">
				<p className="flex flex-wrap items-center gap-x-3 gap-y-1">
					<span className="font-label" dir="auto">
						{title}
					</span>
					{revokedAt && <Badge tone="error">Revoked</Badge>}
				</p>
				<p className="text-small text-muted">
					{[paperTitle(paper), jurisdictionName, formatDay(completedOn), counted(minutes, 'minute')]
						.filter(Boolean)
						.join(' · ')}
				</p>
				{paper === 'record' && (
					<p className="text-small text-muted">Not accredited. Whether it counts is for you and your board.</p>
				)}
				{reason && (
					<p className="text-small text-muted">
						Revoked: <span dir="auto">{reason}</span>
					</p>
				)}
				{replacedBy && <p className="text-small text-muted">Replaced by {inGroups(replacedBy)}.</p>}
				{needsBarNumber ? (
					<p className="text-small">
						To download it, add your bar number to{' '}
						<a className="link" href="/cle/admissions">
							your admission
						</a>
						.
					</p>
				) : (
					<p className="text-small">
						<a className="link" href={certificateFile(number)} target="_blank" rel="noopener">
							Download {inGroups(number)}
							<span className="sr-only"> (PDF, opens a new tab)</span>
						</a>
					</p>
				)}
			</div>
			<p className="cle-credit-amount">
				{formatCredits(credits)} {credits === 100 ? 'credit' : 'credits'}
			</p>
		</li>
	)
}
