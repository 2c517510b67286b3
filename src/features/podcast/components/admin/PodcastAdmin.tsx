import { useEffect, useState } from 'react'
import { Badge } from '#src/components/ui/Badge.tsx'
import { Button } from '#src/components/ui/Button.tsx'
import { SelectField, TextField } from '#src/components/ui/forms/Field.tsx'
import { type Column, RowLead } from '#src/components/ui/lists/DataTable.tsx'
import { EmptyState } from '#src/components/ui/lists/EmptyState.tsx'
import { ListTable } from '#src/components/ui/lists/ListTable.tsx'
import { RowMenu } from '#src/components/ui/lists/RowMenu.tsx'
import { buttonClass } from '#src/components/ui/styles.ts'
import { useMutation } from '#src/lib/api/query.ts'
import { useList } from '#src/lib/api/query-list.ts'
import { formatUtcDay } from '#src/lib/dates/days.ts'
import { queryOf, useUrlFilters } from '#src/lib/lists/address-filters.ts'
import type { Page } from '#src/lib/site/page.ts'
import { useDebounced } from '#src/lib/use-settled.ts'
import { listLibraryEpisodesQuery, refetchEpisodeMutation } from '../../admin-queries.ts'
import type { PodcastStatus } from '../../contract.ts'
import { episodePath } from '../../episodes/episode-path.ts'
import type { LibraryEpisode, TranscriptFilter } from '../../library-admin-contract.ts'
import { FeedStatus } from './FeedStatus.tsx'
import { ChaptersState, TranscriptState } from './FileState.tsx'

type EpisodeFilterValues = { search: string; transcript: TranscriptFilter | '' }

interface Props {
	feed: PodcastStatus
	/** The filters in the URL; `initial` is the first page of their results. */
	initialFilters: EpisodeFilterValues
	initial: Page<LibraryEpisode>
}

/** The feed, and all episodes with the state of their transcripts and chapters. */
export function PodcastAdmin({ feed, initialFilters, initial }: Props) {
	if (feed.feedUrl === null && initial.total === 0)
		return (
			<div className="card">
				<EmptyState
					title="No podcast feed is set"
					action={
						<a className={buttonClass()} href="/admin/settings/podcast">
							Set the feed
						</a>
					}
				>
					Enter the feed address in Settings. The episodes will appear here.
				</EmptyState>
			</div>
		)
	return (
		<>
			<div className="mb-8">
				<FeedStatus initial={feed} />
			</div>
			<Episodes initialFilters={initialFilters} initial={initial} />
		</>
	)
}

type FiltersProps = EpisodeFilterValues & {
	onSearch(search: string): void
	onTranscript(transcript: EpisodeFilterValues['transcript']): void
}

const EpisodeFilters = ({ search, transcript, onSearch, onTranscript }: FiltersProps) => (
	<search className="filters mb-5">
		<TextField
			label="Search"
			type="search"
			placeholder="Title of an episode"
			autoComplete="off"
			maxLength={200}
			value={search}
			onChange={({ target }) => onSearch(target.value)}
		/>
		<SelectField
			label="Transcript"
			value={transcript}
			onChange={({ target }) => onTranscript(target.value as EpisodeFilterValues['transcript'])}
			options={{ '': 'All episodes', found: 'Found', none: 'None', failed: 'Failed' }}
		/>
	</search>
)

const NoEpisodes = ({ isFiltered, onClear }: { isFiltered: boolean; onClear(): void }) => (
	<EmptyState
		title={isFiltered ? 'No matching episodes' : 'No episodes yet'}
		action={
			isFiltered && (
				<Button variant="line" onClick={onClear}>
					Clear filters
				</Button>
			)
		}
	>
		{isFiltered ? 'Try another word, or show all episodes.' : 'Episodes appear here after the first feed check.'}
	</EmptyState>
)

function Episodes({ initialFilters, initial }: Omit<Props, 'feed'>) {
	const { filters, setFilters } = useUrlFilters(initialFilters, { remember: '/admin/podcast' })
	const [searchInput, setSearchInput] = useState(initialFilters.search)
	const search = useDebounced(searchInput.trim())
	useEffect(() => setFilters({ search }), [search, setFilters])
	const { transcript } = filters
	const isInitial = queryOf({ search, transcript }) === queryOf(initialFilters)
	const isFiltered = Boolean(search || transcript)
	const query = useList(listLibraryEpisodesQuery(search, transcript), { initial: isInitial ? initial : undefined })
	const refetch = useMutation(refetchEpisodeMutation)
	function clear(): void {
		setSearchInput('')
		setFilters({ search: '', transcript: '' })
	}
	return (
		<>
			<EpisodeFilters
				search={searchInput}
				transcript={transcript}
				onSearch={setSearchInput}
				onTranscript={(value) => setFilters({ transcript: value })}
			/>
			<ListTable
				list={query}
				failed="Failed to fetch episodes"
				empty={<NoEpisodes isFiltered={isFiltered} onClear={clear} />}
				caption="Episodes, newest first"
				columns={columns}
				keyOf={({ id }) => id}
				actions={(episode) => (
					<RowMenu
						of={episode.title}
						actions={[
							{ label: 'Transcript and chapters', href: screenOf(episode) },
							{ label: 'View page', href: episodePath(episode.slug) },
							{
								label: refetch.isPending ? 'Trying again...' : 'Try again',
								isDisabled: refetch.isPending || !hasFeedFile(episode),
								onSelect: () => refetch.mutate(episode.id),
							},
						]}
					/>
				)}
			/>
		</>
	)
}

const screenOf = ({ id }: LibraryEpisode) => `/admin/podcast/${encodeURIComponent(id)}`

const columns: Column<LibraryEpisode>[] = [
	{
		label: 'Episode',
		breaks: true,
		cell: (episode) => (
			<span>
				<RowLead href={screenOf(episode)}>{episode.title}</RowLead>{' '}
				{episode.keptSince && <Badge>No longer in the feed</Badge>}
			</span>
		),
	},
	{
		label: 'Date',
		isNarrow: true,
		cell: ({ pubDate }) => formatUtcDay(pubDate),
	},
	{
		label: 'Transcript',
		isLong: true,
		cell: ({ transcript }) => (
			<span>
				<TranscriptState transcript={transcript} />
			</span>
		),
	},
	{
		label: 'Chapters',
		cell: ({ chapters }) => (
			<span>
				<ChaptersState chapters={chapters} />
			</span>
		),
	},
]

/** Checks whether the feed links to a file for the episode, so that it can be fetched again. */
export const hasFeedFile = ({ transcript, chapters }: LibraryEpisode) =>
	transcript.state !== null || chapters.state !== null
