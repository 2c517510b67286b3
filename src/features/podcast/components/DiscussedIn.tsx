import { useStore } from '@nanostores/react'
import type { MouseEvent } from 'react'
import { FetchError } from '#src/components/ui/dialogs/FetchError.tsx'
import { LocalTime } from '#src/components/ui/LocalTime.tsx'
import { Skeleton } from '#src/components/ui/Skeleton.tsx'
import { $user, isLapsed } from '#src/lib/api/auth-state.ts'
import { useQuery } from '#src/lib/api/query.ts'
import { askAbout } from '#src/lib/site/ask-about.ts'
import { clock } from '#src/lib/text/cues.ts'
import type { Mention } from '../library-contract.ts'
import { listMentionsQuery } from '../queries.ts'
import { pagePlayer } from './player/page-player.ts'

interface Props {
	episodeId: string
	slug: string
}

/**
 * Lists the pages that link to an episode, for members. Visitors see nothing and send no request.
 * Hydrates as soon as the member is known, well before it scrolls into view: the list is taller than its placeholder.
 */
export function DiscussedIn({ episodeId, slug }: Props) {
	const user = useStore($user)
	const isMember = Boolean(user) && !isLapsed(user)
	const { data, error, isFetching, refetch } = useQuery(listMentionsQuery(episodeId), { enabled: isMember })
	if (user === null || isLapsed(user)) return null
	return (
		<section aria-labelledby="discussed-in" className="for-good">
			<h2 id="discussed-in" className="mb-4 text-title">
				Discussed in
			</h2>
			{data ? (
				<>
					<Mentions mentions={data} />
					<AskLink episodeId={episodeId} slug={slug} />
				</>
			) : error && !isFetching ? (
				<FetchError title="Failed to fetch discussions of this episode" error={error} onRetry={refetch} />
			) : (
				// As tall as the sentence for an empty list plus the link below it.
				<div role="status" aria-label="Loading discussions" className="grid gap-4">
					<Skeleton className="h-[1lh] w-3/4" />
					<Skeleton className="h-[1lh] w-1/2" />
				</div>
			)}
		</section>
	)
}

/** Links to a new question about this episode, at the second that is playing when the link is clicked. */
function AskLink({ episodeId, slug }: Props) {
	const addSecond = ({ currentTarget }: MouseEvent<HTMLAnchorElement>) => {
		const state = pagePlayer.$state.get()
		currentTarget.href = askAbout(slug, state.episodeId === episodeId ? state.position : 0)
	}
	return (
		<p className="mt-4">
			<a className="link" href={askAbout(slug)} onClick={addSecond} onAuxClick={addSecond}>
				Ask a question
			</a>
		</p>
	)
}

/** Labels by kind of mention; some include the course title. */
const PLACES: Readonly<Record<Mention['kind'], (courseTitle: string | null) => string>> = {
	question: () => 'Question',
	module: (course) => `Module of ${course}`,
	discussion: (course) => `Discussion in ${course}`,
	course: () => 'Course',
}

function Mentions({ mentions }: { mentions: readonly Mention[] }) {
	if (mentions.length === 0) return <p className="text-muted">Nobody has discussed this episode yet.</p>
	return (
		<ul className="divide-y divide-line">
			{mentions.map(({ kind, id, title, href, courseTitle, starts, linkedAt }) => (
				<li key={`${kind} ${id}`} className="py-3">
					<a className="link font-medium" href={href}>
						{title}
					</a>
					<p className="text-small text-muted">
						{PLACES[kind](courseTitle)}, <LocalTime when={linkedAt} />
						{starts.length > 0 && (
							<>
								, at{' '}
								{starts.map((start, at) => (
									<span key={start}>
										{at > 0 && ', '}
										<a className="link inline-block py-1" href={`?t=${start}`}>
											{clock(start)}
										</a>
									</span>
								))}
							</>
						)}
					</p>
				</li>
			))}
		</ul>
	)
}
