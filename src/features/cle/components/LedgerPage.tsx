import { Plus } from 'lucide-react'
import { FetchError } from '#src/components/ui/dialogs/FetchError.tsx'
import { buttonClass } from '#src/components/ui/styles.ts'
import { useQuery } from '#src/lib/api/query.ts'
import type { Ledger } from '../contract.ts'
import { getLedgerQuery } from '../queries.ts'
import { AdmissionCard } from './AdmissionCard.tsx'
import { NoAdmission } from './NoAdmission.tsx'

type Props = {
	initial: Ledger
	/** Whether the membership is in good standing, so that the member may make changes. */
	canChange: boolean
}

/** Shows each admission of the member, with the missing credits and the deadline. */
export function LedgerPage({ initial, canChange }: Props) {
	const { data, error, refetch } = useQuery(getLedgerQuery, { initial })
	return (
		<>
			{error && (
				<div className="mb-6">
					<FetchError title="Your credit ledger could not be loaded" error={error} onRetry={refetch} />
				</div>
			)}
			{data.cards.length === 0 ? (
				<NoAdmission canChange={canChange}>
					Add the states in which you are admitted. The ledger counts your credits under their rules and shows what is
					missing and by when.
				</NoAdmission>
			) : (
				<div className="grid gap-6">
					{canChange && (
						<a className={buttonClass({ className: 'justify-self-start' })} href="/cle/credits?add=1">
							<Plus aria-hidden="true" className="size-4" strokeWidth={1.75} />
							Add a credit
						</a>
					)}
					{data.cards.map((card) => (
						<AdmissionCard key={card.admissionId} card={card} today={data.today} />
					))}
				</div>
			)}
		</>
	)
}
