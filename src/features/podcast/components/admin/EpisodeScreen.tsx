import { ExternalLink } from 'lucide-react'
import { Badge } from '#src/components/ui/Badge.tsx'
import { Button } from '#src/components/ui/Button.tsx'
import { FetchError } from '#src/components/ui/dialogs/FetchError.tsx'
import { PageHead } from '#src/components/ui/lists/PageHead.tsx'
import { buttonClass } from '#src/components/ui/styles.ts'
import { useMutation, useQuery } from '#src/lib/api/query.ts'
import { formatUtcDay } from '#src/lib/dates/days.ts'
import { getLibraryEpisodeQuery, refetchEpisodeMutation } from '../../admin-queries.ts'
import { formatDuration } from '../../episodes/episode-format.ts'
import { episodePath } from '../../episodes/episode-path.ts'
import type { LibraryEpisodeDetail, LinkedCourse } from '../../library-admin-contract.ts'
import { ChaptersForm } from './ChaptersForm.tsx'
import { EpisodeCourses } from './EpisodeCourses.tsx'
import { ChaptersState } from './FileState.tsx'
import { hasFeedFile } from './PodcastAdmin.tsx'
import { SpeakersForm } from './SpeakersForm.tsx'
import { TranscriptCard } from './TranscriptCard.tsx'

interface Props {
	initial: LibraryEpisodeDetail
	/** All courses by title. */
	courses: readonly LinkedCourse[]
	userId: string
}

/** One episode: transcript, speakers, chapters and linked courses. */
export function EpisodeScreen({ initial, courses, userId }: Props) {
	const { data: episode, error, refetch } = useQuery(getLibraryEpisodeQuery(initial.id), { initial })
	return (
		<>
			<Head episode={episode} />
			{error && (
				<div className="mb-6">
					<FetchError title="Failed to fetch the episode" error={error} onRetry={refetch} />
				</div>
			)}
			<div className="course-settings">
				<TranscriptCard episode={episode} userId={userId} />
				{episode.said.speakers.length > 0 && (
					// Remount the form when the speakers change, since the names are its fields.
					<SpeakersForm key={episode.said.speakers.join('\n')} id={episode.id} speakers={episode.said.speakers} />
				)}
				<section className="card card-body" aria-labelledby="episode-chapters">
					<h2 id="episode-chapters" className="section-title">
						Chapters
					</h2>
					<p className="section-line">
						<ChaptersState chapters={episode.chapters} />
					</p>
					<ChaptersForm id={episode.id} chapters={episode.shownChapters} userId={userId} />
				</section>
				<EpisodeCourses id={episode.id} linked={episode.courses} courses={courses} />
			</div>
		</>
	)
}

function Head({ episode }: { episode: LibraryEpisodeDetail }) {
	const refetchFiles = useMutation(refetchEpisodeMutation)
	const line = [formatUtcDay(episode.pubDate), formatDuration(episode.duration)].filter(Boolean).join(' · ')
	return (
		<PageHead
			title={episode.title}
			line={line}
			back={{ href: '/admin/podcast', label: 'Back to Podcast' }}
			badges={episode.keptSince && <Badge>No longer in the feed</Badge>}
		>
			<a className={buttonClass({ variant: 'line' })} href={episodePath(episode.slug)}>
				<ExternalLink aria-hidden="true" className="size-4" strokeWidth={1.75} />
				View page
			</a>
			{hasFeedFile(episode) && (
				<Button variant="line" loading={refetchFiles.isPending} onClick={() => refetchFiles.mutate(episode.id)}>
					{refetchFiles.isPending ? 'Trying again...' : 'Try again'}
				</Button>
			)}
		</PageHead>
	)
}
