import { type Fact, FactList } from '#src/components/ui/FactList.tsx'
import { DataTable } from '#src/components/ui/lists/DataTable.tsx'
import { formatMoney } from '#src/lib/dues/money.ts'
import { STANDINGS } from '#src/lib/dues/standing.ts'
import { formatNumber } from '#src/lib/text/format-number.ts'
import type { Dues } from '../../dues-contract.ts'
import { STANDING_NAMES } from '../../standing-text.ts'

const MONTHS = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const monthText = (month: string) => MONTHS.format(new Date(`${month}-01T00:00:00Z`))

const shareText = (renewed: number, joined: number) => (joined === 0 ? '' : `${Math.round((renewed / joined) * 100)}%`)

/** Member counts by standing, upcoming payments, and renewals by month. */
export function DuesSummary({ summary: { standings, dueSoon, renewed } }: { summary: Dues }) {
	const counted = [
		...STANDINGS.map((standing) => [STANDING_NAMES[standing], standings[standing] ?? 0] as const),
		['Owe no dues', standings.none ?? 0] as const,
	]
	const facts: Fact[] = [
		...dueSoon.map(
			({ currency, amountCents, members }): Fact => [
				dueSoon.length > 1 ? `Due in the next 30 days, ${currency}` : 'Due in the next 30 days',
				<>
					{formatMoney(amountCents, currency)}{' '}
					<span className="block font-sans text-small text-muted">
						from {formatNumber(members)} {members === 1 ? 'member' : 'members'}
					</span>
				</>,
			],
		),
		...counted.filter(([, count]) => count > 0).map(([name, count]): Fact => [name, formatNumber(count)]),
	]
	return (
		<section className="mb-8" aria-labelledby="summary-title">
			<h2 id="summary-title" className="sr-only">
				Summary
			</h2>
			{facts.length > 0 && <FactList className="statistics-facts dues-summary" facts={facts} />}
			{renewed.length > 0 && (
				<details className="mt-5">
					<summary className="btn btn-line btn-small">Who renewed, by month of joining</summary>
					<div className="card mt-4">
						<DataTable
							caption="Members who joined in a month, and how many of them paid a second period"
							isNumericTable
							columns={[
								{ label: 'Joined in', isNarrow: true, cell: ({ month }) => monthText(month) },
								{ label: 'Joined', isNumeric: true, cell: ({ joined }) => formatNumber(joined) },
								{ label: 'Renewed', isNumeric: true, cell: (row) => formatNumber(row.renewed) },
								{ label: 'Share', isNumeric: true, cell: (row) => shareText(row.renewed, row.joined) },
							]}
							rows={renewed}
							keyOf={({ month }) => month}
						/>
					</div>
				</details>
			)}
		</section>
	)
}
