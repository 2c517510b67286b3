import { Alert } from '#src/components/ui/dialogs/Alert.tsx'
import { messageOf } from '#src/lib/api/errors.ts'
import { useQuery } from '#src/lib/api/query.ts'
import type { Stats } from '../../contract.ts'
import { getStatsQuery } from '../../queries.ts'

const cards = [
	['Total Users', 'totalUsers'],
	['Admin Users', 'adminUsers'],
	['Regular Users', 'regularUsers'],
] as const

/** The three totals on the admin dashboard. `initial` comes from the server. */
export function StatCards({ initial }: { initial: Stats }) {
	const { data, error } = useQuery(getStatsQuery, { initial })
	return (
		<>
			{error && <Alert>Error loading stats: {messageOf(error, 'unknown')}</Alert>}
			<dl className="stat-line">
				{cards.map(([name, key]) => (
					<div key={key} className="flex gap-2">
						<dt>{name}</dt>
						<dd>{data[key]}</dd>
					</div>
				))}
			</dl>
		</>
	)
}
