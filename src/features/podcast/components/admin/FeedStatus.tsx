import { Button } from '#src/components/ui/Button.tsx'
import { Alert } from '#src/components/ui/dialogs/Alert.tsx'
import { LocalTime } from '#src/components/ui/LocalTime.tsx'
import { buttonClass } from '#src/components/ui/styles.ts'
import { useMutation } from '#src/lib/api/query.ts'
import { refreshPodcastMutation } from '../../admin-queries.ts'
import type { PodcastStatus, RefreshOutcome } from '../../contract.ts'

const MovedNotice = ({ to }: { to: string }) => (
	<Alert tone="info">
		<p>
			The feed has moved to <strong className="break-all">{to}</strong>. If this is your new address, copy it to Feed
			address in Settings. Until then we use the old one.
		</p>
		<a className={buttonClass({ variant: 'line', className: 'mt-3' })} href="/admin/settings/podcast">
			Change the address
		</a>
	</Alert>
)

const Notes = ({ notes }: { notes: readonly string[] }) => (
	<Alert tone="info">
		<ul className="grid list-disc gap-1 pl-5">
			{notes.map((note) => (
				<li key={note} className="breaks">
					{note}
				</li>
			))}
		</ul>
	</Alert>
)

/** The state of the podcast feed in one sentence, with the action that fixes it. */
export function FeedStatus({ initial }: { initial: PodcastStatus }) {
	const refresh = useMutation(refreshPodcastMutation)
	const answer: RefreshOutcome | undefined = refresh.data
	const isFailing = answer ? answer.outcome === 'failed' : initial.failingSince !== null
	const hasSucceeded = answer !== undefined && answer.outcome !== 'failed'
	const episodes = answer?.episodes ?? initial.episodes
	const notes = answer?.notes ?? initial.notes

	if (initial.feedUrl === null)
		return (
			<div className="card card-body">
				<p>No podcast feed is set, so the home page shows no episodes. Enter the feed address in Settings.</p>
			</div>
		)
	return (
		<div className="card card-body grid gap-4">
			{isFailing && (
				<Alert>
					{answer?.message ?? initial.lastError}
					{!answer && initial.failingSince && (
						<>
							{' '}
							Failing since <LocalTime when={initial.failingSince} />.
						</>
					)}
				</Alert>
			)}
			{initial.movedTo && <MovedNotice to={initial.movedTo} />}
			{notes.length > 0 && <Notes notes={notes} />}
			<p>
				<span className="font-serif text-subtitle font-title">
					{initial.title ?? (hasSucceeded ? 'Episodes updated' : 'No episodes yet')}
				</span>
				<br />
				<span className="text-muted">
					{episodes === 1 ? '1 episode' : `${episodes} episodes`}
					{!hasSucceeded && initial.lastSuccessAt && (
						<>
							, last checked <LocalTime when={initial.lastSuccessAt} />
						</>
					)}
				</span>
			</p>
			<div className="flex flex-wrap items-center gap-4">
				<Button variant="line" loading={refresh.isPending} onClick={() => refresh.mutate()}>
					{refresh.isPending ? 'Checking for new episodes' : 'Check for new episodes'}
				</Button>
				<p className="text-small text-muted" role="status">
					{answer && answer.outcome !== 'failed' && answer.message}
				</p>
			</div>
		</div>
	)
}
