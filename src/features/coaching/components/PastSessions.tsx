import { type ReactNode, useEffect, useRef, useState } from 'react'
import { LoadMore } from '#src/components/ui/lists/LoadMore.tsx'
import { ALL_PAST, PAST_STEP, type Session } from '../contract.ts'
import { OwnTopic } from './OwnTopic.tsx'
import { SessionTime } from './SessionTime.tsx'

const ID_PREFIX = 'session-'
const idOf = ({ id }: Session) => `${ID_PREFIX}${id}`
const isLinked = (session: Session) => window.location.hash === `#${idOf(session)}`
/** Checks whether the fragment links to a session that is not on the page. */
const isLinkedElsewhere = () => {
	const { hash } = window.location
	return hash.startsWith(`#${ID_PREFIX}`) && !document.getElementById(hash.slice(1))
}

function Notes({ session }: { session: Session }) {
	return (
		<>
			{session.description && <p className="post max-w-reading text-ui text-muted">{session.description}</p>}
			<OwnTopic session={session} />
		</>
	)
}

/** @param isLate whether the row was rendered after the page loaded, so the browser has not scrolled to it. */
function PastSession({ session, isLate, extra }: { session: Session; isLate: boolean; extra: ReactNode }) {
	const row = useRef<HTMLLIElement>(null)
	useEffect(() => {
		if (!isLate || !isLinked(session)) return
		row.current?.closest('details')?.setAttribute('open', '')
		row.current?.scrollIntoView()
	}, [isLate, session])
	return (
		<li ref={row} id={idOf(session)} className="border-b border-rule py-4">
			<h3 className="text-subtitle">{session.title}</h3>
			<p className="mt-1 text-small">
				<SessionTime when={session.scheduledAt} zone={session.timeZone} />
			</p>
			{(session.description || session.ownTopic) && (
				<details className="mt-1">
					<summary className="min-h-control py-2 text-small">
						Notes<span className="sr-only"> of {session.title}</span>
					</summary>
					<div className="pb-1">
						<Notes session={session} />
					</div>
				</details>
			)}
			{extra}
		</li>
	)
}

interface Props {
	sessions: readonly Session[]
	/** Number of older sessions not in `sessions`. */
	olderCount: number
	/** Whether to show all past sessions, expanded. */
	showsAll?: boolean
	loading: boolean
	/** Why the older sessions could not be fetched. */
	error: Error | null
	extra?: ((session: Session) => ReactNode) | undefined
	onOlder: () => void
}

/** Past sessions, newest first, collapsed; the notes of each session are collapsed too. */
export function PastSessions({ sessions, olderCount, showsAll = false, loading, error, extra, onOlder }: Props) {
	const [limit, setLimit] = useState(showsAll ? Number.POSITIVE_INFINITY : PAST_STEP)
	const linkState = useRef<'requested' | 'done'>(undefined)
	// A link may name a session that the page did not load.
	// biome-ignore lint/correctness/useExhaustiveDependencies: runs once
	useEffect(() => {
		if (linkState.current === 'done') return
		const at = sessions.findIndex(isLinked)
		const isElsewhere = at < 0 && olderCount > 0 && isLinkedElsewhere()
		if (isElsewhere && linkState.current === undefined) onOlder()
		linkState.current = isElsewhere ? 'requested' : 'done'
		if (at >= PAST_STEP) setLimit((limit) => Math.max(limit, at + 1))
	}, [sessions, olderCount])
	if (sessions.length === 0) return null
	const total = sessions.length + olderCount
	const shown = Math.min(limit, sessions.length)
	const onMore = () => {
		setLimit(shown + PAST_STEP)
		if (olderCount > 0) onOlder()
	}
	return (
		<details className="past-sessions mt-10 border-t border-rule pt-4" open={showsAll}>
			<summary className="min-h-control py-2 font-label">Past sessions ({total})</summary>
			<ul className="mt-2 border-t border-rule">
				{sessions.slice(0, shown).map((session, index) => (
					<PastSession key={session.id} session={session} isLate={index >= PAST_STEP} extra={extra?.(session)} />
				))}
			</ul>
			{/* The button needs JavaScript. Without it, this link opens the page with all past sessions. */}
			{shown < total && (
				<noscript>
					<p className="mt-4">
						<a href={ALL_PAST}>All past sessions</a>
					</p>
				</noscript>
			)}
			{total > PAST_STEP && (
				<LoadMore
					of={{
						items: sessions.slice(0, shown),
						total,
						hasMore: shown < total,
						moreError: olderCount > 0 ? error : null,
						isLoadingMore: olderCount > 0 && loading,
						loadMore: onMore,
					}}
				/>
			)}
		</details>
	)
}
