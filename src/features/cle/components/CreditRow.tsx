import { Badge } from '#src/components/ui/Badge.tsx'
import { type RowAction, RowMenu } from '#src/components/ui/lists/RowMenu.tsx'
import { formatDay } from '#src/lib/dates/calendar-day.ts'
import { counted } from '#src/lib/text/format-number.ts'
import { creditsText, plainCredits } from '../cle-text.ts'
import type { Credit } from '../contract.ts'
import { FORMAT_LABELS } from '../rules-schema.ts'
import { SOURCE_LABELS } from './credit-form.ts'

type Props = {
	credit: Credit
	/** Category labels by id. */
	categories: ReadonlyMap<string, string>
	/** Empty if no action is allowed. */
	actions: readonly RowAction[]
}

/** Shows a credit in the list. A voided credit is shown with the reason for voiding it. */
export function CreditRow({ credit, categories, actions }: Props) {
	const { title, provider, date, minutes, format, source, total, label, voided, isMoved } = credit
	const parts = Object.entries(credit.credits).map(
		([id, amount]) => `${categories.get(id) ?? id} ${plainCredits(amount)}`,
	)
	return (
		<li className="cle-credit" data-void={voided ? '' : undefined}>
			<div className="min-w-0">
				<p className="flex flex-wrap items-center gap-x-3 gap-y-1">
					<span className="cle-credit-title font-label" dir="auto">
						{title}
					</span>
					{voided && <Badge>Void</Badge>}
					{isMoved && !voided && <Badge>Moved</Badge>}
				</p>
				<p className="text-small text-muted">
					{[formatDay(date), provider, FORMAT_LABELS[format], minutes && counted(minutes, 'minute')]
						.filter(Boolean)
						.join(' · ')}
				</p>
				<p className="text-small text-muted">{parts.join(', ')}</p>
				<p className="text-small text-muted">
					{source !== 'outside' && `${SOURCE_LABELS[source]}. `}
					{label}
				</p>
				{voided && (
					<p className="text-small text-muted">
						Void: <span dir="auto">{voided.reason}</span>
					</p>
				)}
				<CertificateLinks credit={credit} />
			</div>
			<p className="cle-credit-amount">{creditsText(total)}</p>
			{actions.length > 0 && <RowMenu of={title} actions={actions} />}
		</li>
	)
}

function CertificateLinks({ credit: { certificateNumber, file } }: { credit: Credit }) {
	if (!certificateNumber && !file) return null
	return (
		<p className="flex flex-wrap gap-x-4 text-small">
			{certificateNumber && (
				<a className="link" href="/cle/certificates">
					Certificate {certificateNumber}
				</a>
			)}
			{file && (
				<a className="link" href={file.href} target="_blank" rel="noopener">
					{file.name || 'Certificate'}
					<span className="sr-only"> (opens in a new tab)</span>
				</a>
			)}
		</p>
	)
}
