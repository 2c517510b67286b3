import type { ComponentProps } from 'react'
import { SelectField } from '#src/components/ui/forms/Field.tsx'
import type { Session } from '../../contract.ts'

/** Returns the position of a session among the remaining sessions of its series; undefined for a single session. */
export function positionInSeries({ id, seriesId }: Session, sessions: readonly Session[]) {
	if (seriesId === null) return undefined
	const series = sessions
		.filter((other) => other.seriesId === seriesId)
		.sort((one, other) => Date.parse(one.scheduledAt) - Date.parse(other.scheduledAt))
	const at = series.findIndex((other) => other.id === id)
	return series.length > 1 && at !== -1 ? { number: at + 1, of: series.length } : undefined
}

/** Counts the later sessions in the series of `session`. */
export const countFollowing = (session: Session, sessions: readonly Session[]): number => {
	const place = positionInSeries(session, sessions)
	return place ? place.of - place.number : 0
}

type ScopeProps = Omit<ComponentProps<typeof SelectField>, 'options' | 'children'> & { following: number }

/** Chooses between only this session, and this and all later sessions of its series. */
export const ScopeField = ({ following, ...field }: ScopeProps) => (
	<SelectField
		{...field}
		options={[
			['this', 'This session only'],
			['following', following === 1 ? 'This and the following one' : `This and the ${following} following`],
		]}
	/>
)

type NotifyProps = { about: string; isChecked: boolean; onChange: (isChecked: boolean) => void }

/** Offers to email members about the change. */
export const NotifyMembers = ({ about, isChecked, onChange }: NotifyProps) => (
	<label className="flex items-start gap-3 py-2">
		<input
			className="size-6 flex-none"
			type="checkbox"
			checked={isChecked}
			onChange={({ target }) => onChange(target.checked)}
		/>
		<span>
			Tell members by email
			<span className="hint block">{`Opens a draft about ${about}. Nothing is sent until you choose Send.`}</span>
		</span>
	</label>
)
