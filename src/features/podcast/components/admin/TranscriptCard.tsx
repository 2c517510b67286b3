import { useState } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { ConfirmDialog } from '#src/components/ui/dialogs/ConfirmDialog.tsx'
import { useMutation } from '#src/lib/api/query.ts'
import { formatNumber } from '#src/lib/text/format-number.ts'
import { deleteTranscriptMutation } from '../../admin-queries.ts'
import type { LibraryEpisodeDetail } from '../../library-admin-contract.ts'
import { TranscriptState } from './FileState.tsx'
import { TranscriptForm } from './TranscriptForm.tsx'

const cuesText = ({ cues, isTimed, speakers }: LibraryEpisodeDetail['said']) =>
	[
		`${formatNumber(cues)} ${isTimed ? (cues === 1 ? 'cue' : 'cues') : cues === 1 ? 'paragraph without times' : 'paragraphs without times'}`,
		...(speakers.length > 0 ? [`${speakers.length} ${speakers.length === 1 ? 'speaker' : 'speakers'}`] : []),
	].join(', ')

/** The state of the transcript, the form to replace it, and the button that removes the admin's transcript. */
export function TranscriptCard({ episode, userId }: { episode: LibraryEpisodeDetail; userId: string }) {
	const [isAsking, setIsAsking] = useState(false)
	const isOwn = episode.transcript.source === 'admin'
	return (
		<section className="card card-body" aria-labelledby="episode-transcript">
			<h2 id="episode-transcript" className="section-title">
				Transcript
			</h2>
			<div className="section-line">
				<TranscriptState transcript={episode.transcript} />
				{episode.transcript.source && <p>{cuesText(episode.said)}</p>}
			</div>
			<TranscriptForm id={episode.id} hasOwn={isOwn} userId={userId} />
			{isOwn && (
				<p className="mt-4">
					<Button variant="line" onClick={() => setIsAsking(true)}>
						Remove
					</Button>
				</p>
			)}
			{isAsking && <RemoveTranscriptDialog episode={episode} onClose={() => setIsAsking(false)} />}
		</section>
	)
}

function RemoveTranscriptDialog({ episode, onClose }: { episode: LibraryEpisodeDetail; onClose: () => void }) {
	const remove = useMutation(deleteTranscriptMutation(episode.id), { onRefreshed: onClose })
	return (
		<ConfirmDialog
			title="Remove your transcript?"
			description={
				episode.hasFeedTranscript
					? 'The transcript from the feed is shown again. Your transcript and your name corrections are deleted.'
					: 'The episode will have no transcript.'
			}
			action={{ label: 'Remove', busy: 'Removing...', variant: 'danger' }}
			of={remove}
			onConfirm={() => remove.mutate()}
			onClose={onClose}
		/>
	)
}
