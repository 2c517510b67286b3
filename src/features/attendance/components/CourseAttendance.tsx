import { useStore } from '@nanostores/react'
import { lazy, useMemo } from 'react'
import { createPortal } from 'react-dom'
import { Badge } from '#src/components/ui/Badge.tsx'
import { LazyPart } from '#src/components/ui/LazyPart.tsx'
import { COURSE_CREDIT_SLOT, creditMark, creditSlot } from '#src/features/courses/components/module-slots.ts'
import { $user, isLapsed } from '#src/lib/api/auth-state.ts'
import { useQuery } from '#src/lib/api/query.ts'
import type { Offer } from '../offers-contract.ts'
import { listOffersQuery } from '../queries.ts'
import { playbackWithin } from './playback.ts'

/** Loaded only if something is offered, since most courses offer nothing for credit. */
const AttendanceStrip = lazy(async () => ({ default: (await import('./AttendanceStrip.tsx')).AttendanceStrip }))

type Props = { courseId: string; moduleIds: readonly string[] }

/** Marks the items of a course page that are offered for credit, and shows their attendance. */
export function CourseAttendance({ courseId, moduleIds }: Props) {
	const user = useStore($user, { ssr: 'initial' })
	const { data: offers = [] } = useQuery(listOffersQuery(courseId), { enabled: Boolean(user && !isLapsed(user)) })
	return offers.map((offer) => {
		const number = offer.moduleId === null ? undefined : moduleIds.indexOf(offer.moduleId) + 1
		if (number === 0) return null
		return <OfferParts key={`${offer.kind} ${offer.refId}`} offer={offer} number={number} />
	})
}

/** @param number of the module, counted from one; undefined for the course itself. */
function OfferParts({ offer: { kind, refId }, number }: { offer: Offer; number: number | undefined }) {
	const slot = document.getElementById(number === undefined ? COURSE_CREDIT_SLOT : creditSlot(number))
	const badgeSlot = number === undefined ? null : document.getElementById(creditMark(number))
	const of = useMemo(() => ({ kind, refId }), [kind, refId])
	const playback = useMemo(() => {
		const card = kind === 'course' ? null : slot?.closest('[data-module]')
		return card ? playbackWithin(card) : undefined
	}, [kind, slot])
	return (
		<>
			{badgeSlot && createPortal(<Badge tone="brass">For credit</Badge>, badgeSlot)}
			{slot &&
				createPortal(
					<LazyPart fallback={null}>
						<AttendanceStrip of={of} playback={playback} level={number === undefined ? 'h2' : 'h3'} />
					</LazyPart>,
					slot,
				)}
		</>
	)
}
