import { Badge } from '#src/components/ui/Badge.tsx'
import type { LibraryEpisode } from '../../library-admin-contract.ts'

const TRANSCRIPT_SOURCES = { admin: 'Yours', feed: 'From the feed' } as const
const CHAPTER_SOURCES = {
	admin: 'yours',
	file: 'from a file of the feed',
	feed: 'from the feed',
	notes: 'from the show notes',
} as const

/** The state of a transcript: its source, or why it could not be read. */
export function TranscriptState({ transcript }: { transcript: LibraryEpisode['transcript'] }) {
	const { source, state, error, warning } = transcript
	const isFailed = state === 'failed' && source !== 'admin'
	return (
		<span>
			{isFailed ? <Badge tone="error">Failed</Badge> : source ? <Badge tone="done">Found</Badge> : <Badge>None</Badge>}{' '}
			<span className="text-small text-muted">
				{source ? TRANSCRIPT_SOURCES[source] : state === 'none' && 'Not fetched yet'}
			</span>
			{state === 'failed' && <Reason error={error} note={source && 'We show the last good version.'} />}
			{warning && source === 'feed' && <Reason error={warning} note={null} />}
		</span>
	)
}

/** The number of chapters and their source. */
export function ChaptersState({ chapters }: { chapters: LibraryEpisode['chapters'] }) {
	const { source, count, state, error, warning } = chapters
	return (
		<span>
			{source ? `${count}, ${CHAPTER_SOURCES[source]}` : 'None'}
			{state === 'failed' && <Reason error={error} note={null} />}
			{warning && source === 'file' && <Reason error={warning} note={null} />}
		</span>
	)
}

const Reason = ({ error, note }: { error: string | null; note: string | null }) => (
	<span className="breaks block text-small text-muted">
		{error} {note}
	</span>
)
