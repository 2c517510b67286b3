import { SelectField, TextField } from '#src/components/ui/forms/Field.tsx'
import { STANDING_NAMES } from '#src/features/dues/standing-text.ts'
import { STANDINGS } from '#src/lib/dues/standing.ts'
import { formatNumber } from '#src/lib/text/format-number.ts'
import { type UserFilters as Filters, MEMBER_STATUSES, type UserCounts, type UserOrder } from '../../contract.ts'
import { memberStatusNames, roleNames } from '../../role-names.ts'

/** The search, filters and sort order; empty values mean the default. */
export type ChosenUsers = {
	search: string
	role: NonNullable<Filters['role']> | ''
	status: NonNullable<Filters['status']> | ''
	label: string
	standing: NonNullable<Filters['standing']> | ''
	sort: NonNullable<UserOrder['sort']> | ''
	order: NonNullable<UserOrder['order']> | ''
}

type FilterProps = { chosen: ChosenUsers; counts: UserCounts; onChange: (chosen: Partial<ChosenUsers>) => void }

export function UserFilters({ chosen, counts: { statuses, labels, standings }, onChange }: FilterProps) {
	const all = Object.values(statuses).reduce((sum, count) => sum + count, 0)
	const statusOptions = [
		['', `Everyone (${formatNumber(all)})`] as const,
		...MEMBER_STATUSES.map(
			(status) => [status, `${memberStatusNames[status]} (${formatNumber(statuses[status])})`] as const,
		),
		// Only offered if the URL contains it, as older URLs do.
		...(chosen.status === 'inactive' ? [['inactive', 'Everyone but active members'] as const] : []),
	]
	return (
		<search className="filters member-filters">
			<TextField
				label="Search"
				type="search"
				placeholder="Name, username or email"
				autoComplete="off"
				maxLength={200}
				value={chosen.search}
				onChange={(event) => onChange({ search: event.target.value })}
			/>
			<SelectField
				label="Role"
				value={chosen.role}
				onChange={(event) => onChange({ role: event.target.value as ChosenUsers['role'] })}
				options={{ '': 'All roles', admin: roleNames.admin, user: roleNames.user }}
			/>
			<SelectField
				label="Status"
				value={chosen.status}
				onChange={(event) => onChange({ status: event.target.value as ChosenUsers['status'] })}
				options={statusOptions}
			/>
			{standings && (
				<StandingField counts={standings} value={chosen.standing} onChange={(standing) => onChange({ standing })} />
			)}
			{(labels.length > 0 || chosen.label !== '') && (
				<SelectField
					label="Label"
					value={chosen.label}
					onChange={(event) => onChange({ label: event.target.value })}
					options={[
						['', 'All labels'],
						...[...new Set([...labels, chosen.label])].filter(Boolean).map((name) => [name, name] as const),
					]}
				/>
			)}
		</search>
	)
}

interface StandingProps {
	counts: NonNullable<UserCounts['standings']>
	value: ChosenUsers['standing']
	onChange: (standing: ChosenUsers['standing']) => void
}

const StandingField = ({ counts, value, onChange }: StandingProps) => (
	<SelectField
		label="Standing"
		value={value}
		onChange={(event) => onChange(event.target.value as ChosenUsers['standing'])}
		options={[
			['', 'All standings'],
			...STANDINGS.map(
				(standing) => [standing, `${STANDING_NAMES[standing]} (${formatNumber(counts[standing])})`] as const,
			),
			['none', `No dues (${formatNumber(counts.none)})`],
		]}
	/>
)
