import { File, FileText, Film, type LucideIcon, Music, Image as Picture, Subtitles } from 'lucide-react'
import { Fragment, useDeferredValue, useId, useState } from 'react'
import { Badge } from '#src/components/ui/Badge.tsx'
import { Button } from '#src/components/ui/Button.tsx'
import { ConfirmDelete } from '#src/components/ui/dialogs/ConfirmDelete.tsx'
import { FetchError } from '#src/components/ui/dialogs/FetchError.tsx'
import { SelectField, TextField } from '#src/components/ui/forms/Field.tsx'
import { LocalTime } from '#src/components/ui/LocalTime.tsx'
import { type Column, DataTable, RowLead } from '#src/components/ui/lists/DataTable.tsx'
import { EmptyState } from '#src/components/ui/lists/EmptyState.tsx'
import { LoadMore } from '#src/components/ui/lists/LoadMore.tsx'
import { RowMenu } from '#src/components/ui/lists/RowMenu.tsx'
import { useList } from '#src/lib/api/query-list.ts'
import { copyText } from '#src/lib/copy-text.ts'
import { useUrlFilters } from '#src/lib/lists/address-filters.ts'
import type { Page } from '#src/lib/site/page.ts'
import { clock } from '#src/lib/text/cues.ts'
import { formatBytes } from '#src/lib/text/format-number.ts'
import { showToast } from '#src/lib/toast.ts'
import { deleteMediaMutation, listMediaQuery } from '../../admin-queries.ts'
import type { MediaItem, MediaUse } from '../../contract.ts'
import { KINDS, type Kind, kinds } from '../../kinds.ts'
import { UploadArea } from './UploadArea.tsx'

interface Props {
	initial: Page<MediaItem>
	/** The filters in the URL. */
	first: ChosenFiles
}

type ChosenFiles = { kind: Kind | ''; search: string }

/** Lists every uploaded file with its uses, and uploads more. */
export function MediaLibrary({ initial, first }: Props) {
	const [isPrivate, setIsPrivate] = useState(false)
	const [itemToDelete, setItemToDelete] = useState<MediaItem>()
	const { filters, isInitial, isFiltered, setFilters } = useUrlFilters(first)
	const search = useDeferredValue(filters.search.trim())
	const query = useList(listMediaQuery(filters.kind, search), { initial: isInitial ? initial : undefined })
	return (
		<UploadArea
			purpose="library"
			label="Upload files"
			isMany
			atHead
			isPublic={!isPrivate}
			onUploaded={() => query.refetch()}
		>
			<PrivateChoice isPrivate={isPrivate} onChange={setIsPrivate} />
			<Filters filters={filters} onChange={setFilters} />
			{query.error && query.items.length === 0 ? (
				<FetchError title="Failed to fetch files" error={query.error} onRetry={query.refetch} />
			) : (
				<div className="card" aria-busy={query.isFetching || undefined} hidden={query.isMissing}>
					{query.items.length === 0 && !query.isFetching ? (
						<NoFiles isFiltered={isFiltered} onClear={() => setFilters({ search: '', kind: '' })} />
					) : (
						<MediaTable items={query.items} onDelete={setItemToDelete} />
					)}
				</div>
			)}
			<LoadMore of={query} />
			{itemToDelete && <DeleteDialog item={itemToDelete} onClose={() => setItemToDelete(undefined)} />}
		</UploadArea>
	)
}

/** Chooses who can open the files that are uploaded next. */
function PrivateChoice({ isPrivate, onChange }: { isPrivate: boolean; onChange(isPrivate: boolean): void }) {
	const id = useId()
	return (
		<div className="mb-5 flex min-h-11 items-center gap-3">
			<input
				id={id}
				type="checkbox"
				className="size-6 flex-none"
				checked={isPrivate}
				onChange={({ target }) => onChange(target.checked)}
			/>
			<label htmlFor={id}>Only members enrolled in the course can open these files</label>
		</div>
	)
}

type FiltersProps = { filters: ChosenFiles; onChange(changed: Partial<ChosenFiles>): void }

const Filters = ({ filters, onChange }: FiltersProps) => (
	<search className="filters mb-5">
		<TextField
			label="Search"
			type="search"
			value={filters.search}
			onChange={({ target }) => onChange({ search: target.value })}
		/>
		<SelectField
			label="Kind"
			value={filters.kind}
			onChange={({ target }) => onChange({ kind: target.value as Kind | '' })}
			options={KINDS.map((kind) => [kind, kinds[kind].plural] as const)}
		>
			<option value="">All files</option>
		</SelectField>
	</search>
)

const NoFiles = ({ isFiltered, onClear }: { isFiltered: boolean; onClear(): void }) => (
	<EmptyState
		title={isFiltered ? 'No matching files' : 'No files yet'}
		action={
			isFiltered && (
				<Button variant="line" onClick={onClear}>
					Clear filters
				</Button>
			)
		}
	>
		{isFiltered
			? 'Try another part of the name, or show all files.'
			: 'Your uploaded pictures, PDFs, documents, audio files, videos and captions appear here.'}
	</EmptyState>
)

const icons: Record<Kind, LucideIcon> = {
	image: Picture,
	pdf: FileText,
	document: FileText,
	audio: Music,
	video: Film,
	captions: Subtitles,
}

function FileCell({ item }: { item: MediaItem }) {
	const Icon = icons[item.kind] ?? File
	return (
		<span className="media-file">
			<span className="media-thumbnail">
				{item.thumbnail ? (
					<img src={item.thumbnail} alt="" loading="lazy" />
				) : (
					<Icon aria-hidden="true" className="size-5" strokeWidth={1.5} />
				)}
			</span>
			<span className="breaks">
				{item.isReady ? (
					<RowLead href={item.url}>{item.name}</RowLead>
				) : (
					<>
						<span className="row-name">{item.name}</span> <Badge tone="error">Not finished</Badge>
					</>
				)}
			</span>
		</span>
	)
}

function Uses({ uses, goesAt, isReady }: MediaItem) {
	if (!isReady)
		return (
			<span className="text-muted">
				Not used. The upload is incomplete: choose the same file again to resume. Otherwise it will be deleted{' '}
				<LocalTime when={goesAt ?? ''} />
			</span>
		)
	if (uses.length > 0) return <UseLinks uses={uses} />
	return (
		<span className="text-muted">
			Not used. It will be deleted <LocalTime when={goesAt ?? ''} />
		</span>
	)
}

const UseLinks = ({ uses }: { uses: MediaUse[] }) => (
	<ul className="media-uses">
		{uses.map(({ type, title, href }) => (
			<li key={`${type} ${href} ${title}`}>
				<a className="link" href={href}>
					{title}
				</a>
			</li>
		))}
	</ul>
)

const factsOf = ({ width, height, seconds }: MediaItem) => [
	...(width && height ? [`${width} × ${height}`] : []),
	...(seconds ? [clock(seconds)] : []),
]

/** Shows the kind of a file, and its size or duration, each without a line break. */
const KindCell = ({ item }: { item: MediaItem }) => (
	<span>
		{[kinds[item.kind].title, ...factsOf(item)].map((fact, at) => (
			<Fragment key={fact}>
				{at > 0 && ', '}
				<span className="media-fact">{fact}</span>
			</Fragment>
		))}
	</span>
)

const columns: readonly Column<MediaItem>[] = [
	{ label: 'File', breaks: true, cell: (item) => <FileCell item={item} /> },
	{ label: 'Kind', cell: (item) => <KindCell item={item} /> },
	{ label: 'Size', isNarrow: true, isNumeric: true, cell: ({ bytes }) => formatBytes(bytes) },
	{
		label: 'Open to',
		cell: ({ isPublic, isReady }) => (
			<span>
				{isReady ? (
					<Badge tone={isPublic ? 'neutral' : 'brass'}>{isPublic ? 'Everyone' : 'Course members'}</Badge>
				) : (
					'None yet'
				)}
			</span>
		),
	},
	{ label: 'Used in', breaks: true, cell: (item) => <Uses {...item} /> },
]

async function copyUrl({ url }: MediaItem): Promise<void> {
	if (!(await copyText(new URL(url, window.location.href).href, 'Address copied')))
		showToast({ title: 'The address could not be copied', description: url, variant: 'destructive' })
}

function MediaTable({ items, onDelete }: { items: MediaItem[]; onDelete: (item: MediaItem) => void }) {
	return (
		<DataTable
			caption="Uploaded files, newest first"
			columns={columns}
			rows={items}
			keyOf={({ id }) => id}
			actions={(item) => (
				<RowMenu
					of={item.name}
					actions={[
						...(item.isReady
							? [
									{ label: 'Open', href: item.url },
									{ label: 'Copy address', onSelect: () => void copyUrl(item) },
								]
							: []),
						{ label: 'Delete', isDanger: true, onSelect: () => onDelete(item) },
					]}
				/>
			)}
		/>
	)
}

/** Shows where the file is used, and deletes it. */
function DeleteDialog({ item, onClose }: { item: MediaItem; onClose: () => void }) {
	const { id, name, uses } = item
	const text =
		uses.length === 0
			? `${name} is not used anywhere. This cannot be undone.`
			: `${name} is used in the places below and will disappear from them. This cannot be undone.`
	return (
		<ConfirmDelete
			title="Delete this file?"
			text={text}
			mutation={deleteMediaMutation(id)}
			onDeleted={onClose}
			onClose={onClose}
		>
			{uses.length > 0 && <UseLinks uses={uses} />}
		</ConfirmDelete>
	)
}
