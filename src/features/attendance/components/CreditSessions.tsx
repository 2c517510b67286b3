import { type ComponentProps, lazy, useMemo } from 'react'
import { Badge } from '#src/components/ui/Badge.tsx'
import { LazyPart } from '#src/components/ui/LazyPart.tsx'
import { SessionList } from '#src/features/coaching/components/SessionList.tsx'
import { phaseOf } from '#src/features/coaching/time-left.ts'
import { useQuery } from '#src/lib/api/query.ts'
import type { Offer } from '../offers-contract.ts'
import { listOffersQuery } from '../queries.ts'

/** Loaded only if a session is offered for credit, since most are not. */
const AttendanceStrip = lazy(async () => ({ default: (await import('./AttendanceStrip.tsx')).AttendanceStrip }))

/** Lists the sessions, with check-in and codes for sessions that are offered for credit. */
export function CreditSessions(props: Omit<ComponentProps<typeof SessionList>, 'extra'>) {
	const { data: offers = [] } = useQuery(listOffersQuery())
	return (
		<SessionList
			{...props}
			extra={(session, now) => {
				const offer = offers.find(({ refId }) => refId === session.id)
				return offer && <SessionCredit offer={offer} isPast={phaseOf(session, now) === 'over'} />
			}}
		/>
	)
}

/** Shows the attendance of a past session only to members who attended it. */
function SessionCredit({ offer: { kind, refId, state }, isPast }: { offer: Offer; isPast: boolean }) {
	const of = useMemo(() => ({ kind, refId }), [kind, refId])
	if (isPast && state === null) return <Badge>For credit</Badge>
	return (
		<LazyPart fallback={null}>
			<AttendanceStrip of={of} />
		</LazyPart>
	)
}
