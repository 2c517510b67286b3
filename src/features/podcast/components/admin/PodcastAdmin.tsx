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
import { queryOf, useAddressFilters } from '#src/lib/lists/address-filters.ts'
import type { Page } from '#src/lib/site/page.ts'
import { useDebounced } from '#src/lib/use-settled.ts'
import { listLibraryEpisodesQuery, refetchEpisodeMutation } from '../../admin-queries.ts'
import type { PodcastStatus } from '../../contract.ts'
import { episodePath } from '../../episodes/episode-path.ts'
import type { LibraryEpisode, TranscriptFilter } from '../../library-admin-contract.ts'
import { FeedStatus } from './FeedStatus.tsx'
import { ChaptersState, TranscriptState } from './FileState.tsx'

type ChosenEpisodes = { search: string; transcript: TranscriptFilter | '' }

interface Props {
	feed: PodcastStatus
	/** The filters in the address; `initial` is the first page of their results. */
	chosen: ChosenEpisodes
	initial: Page<LibraryEpisode>
}

/** The feed, and all episodes with the state of their transcripts and chapters. */
export function PodcastAdmin({ feed, chosen, initial }: Props) {
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
			<Episodes chosen={chosen} initial={initial} />
		</>
	)
}

type FiltersProps = ChosenEpisodes & {
	onSearch(search: string): void
	onTranscript(transcript: ChosenEpisodes['transcript']): void
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
			onChange={({ target }) => onTranscript(target.value as ChosenEpisodes['transcript'])}
			options={{ '': 'All episodes', found: 'Found', none: 'None', failed: 'Failed' }}
		/>
	</search>
)

const NoEpisodes = ({ isNarrowed, onClear }: { isNarrowed: boolean; onClear(): void }) => (
	<EmptyState
		title={isNarrowed ? 'No matching episodes' : 'No episodes yet'}
		action={
			isNarrowed && (
				<Button variant="line" onClick={onClear}>
					Clear filters
				</Button>
			)
		}
	>
		{isNarrowed ? 'Try another word, or show all episodes.' : 'Episodes appear here after the first feed check.'}
	</EmptyState>
)

function Episodes({ chosen: first, initial }: Omit<Props, 'feed'>) {
	const { filters, setFilters } = useAddressFilters(first, { remember: '/admin/podcast' })
	const [typed, setTyped] = useState(first.search)
	const search = useDebounced(typed.trim())
	useEffect(() => setFilters({ search }), [search, setFilters])
	const { transcript } = filters
	const isFirst = queryOf({ search, transcript }) === queryOf(first)
	const isNarrowed = Boolean(search || transcript)
	const query = useList(listLibraryEpisodesQuery(search, transcript), { initial: isFirst ? initial : undefined })
	const refetch = useMutation(refetchEpisodeMutation)
	function clear(): void {
		setTyped('')
		setFilters({ search: '', transcript: '' })
	}
	return (
		<>
			<EpisodeFilters
				search={typed}
				transcript={transcript}
				onSearch={setTyped}
				onTranscript={(chosen) => setFilters({ transcript: chosen })}
			/>
			<ListTable
				list={query}
				failed="Failed to fetch episodes"
				empty={<NoEpisodes isNarrowed={isNarrowed} onClear={clear} />}
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
								isDisabled: refetch.isPending || !isNamed(episode),
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
export const isNamed = ({ transcript, chapters }: LibraryEpisode) =>
	transcript.state !== null || chapters.state !== null
