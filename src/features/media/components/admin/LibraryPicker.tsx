import { useDeferredValue, useState } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { Dialog, DialogActions } from '#src/components/ui/dialogs/Dialog.tsx'
import { FetchError } from '#src/components/ui/dialogs/FetchError.tsx'
import { SelectField, TextField } from '#src/components/ui/forms/Field.tsx'
import { LoadMore } from '#src/components/ui/lists/LoadMore.tsx'
import { useList } from '#src/lib/api/query-list.ts'
import { formatBytes } from '#src/lib/text/format-number.ts'
import { listMediaQuery } from '../../admin-queries.ts'
import type { MediaItem } from '../../contract.ts'
import { fileKindText, type Kind, kinds, type Purpose, purposes } from '../../kinds.ts'

interface Props {
	title: string
	/** Determines the allowed kinds of files. */
	purpose: Purpose
	/** URLs of files that are already chosen. */
	taken: ReadonlySet<string>
	/** Whether no more files can be chosen. */
	isFull: boolean
	onPick(item: MediaItem): void
	onClose(): void
}

/** Shows a dialog for choosing uploaded files. It stays open, so that several can be chosen. */
export function LibraryPicker({ title, purpose, taken, isFull, onPick, onClose }: Props) {
	const choices: readonly Kind[] = purposes[purpose]
	const [kind, setKind] = useState<Kind>(choices[0] ?? 'pdf')
	const [typed, setTyped] = useState('')
	const search = useDeferredValue(typed.trim())
	const query = useList(listMediaQuery(kind, search))
	// An unfinished upload has no URL yet.
	const items = query.items.filter(({ isReady }) => isReady)
	return (
		<Dialog title={title} onClose={onClose}>
			<search className="filters">
				<TextField label="Search" type="search" value={typed} onChange={({ target }) => setTyped(target.value)} />
				<SelectField
					label="Kind"
					value={kind}
					onChange={({ target }) => setKind(target.value as Kind)}
					options={choices.map((choice) => [choice, kinds[choice].plural] as const)}
				/>
			</search>
			{query.error && items.length === 0 ? (
				<FetchError title="Failed to fetch files" error={query.error} onRetry={query.refetch} />
			) : (
				<ul className="picker" aria-busy={query.isFetching || undefined}>
					{items.map((item) => (
						<li key={item.id} className="picker-row">
							<span className="min-w-0">
								<span className="block breaks">{item.name}</span>
								<span className="text-tiny text-muted">
									{fileKindText(item.url)}, {formatBytes(item.bytes)} ·{' '}
									{item.isPublic ? 'open to everyone' : 'for course members'}
								</span>
							</span>
							<Button
								variant="line"
								className="btn-small"
								disabled={taken.has(item.url) || isFull}
								onClick={() => onPick(item)}
							>
								{taken.has(item.url) ? 'Attached' : 'Attach'}
								<span className="sr-only"> {item.name}</span>
							</Button>
						</li>
					))}
					{items.length === 0 && !query.isFetching && (
						<li className="py-4 text-muted">
							{search === '' ? `No ${kinds[kind].plural} in the library yet.` : 'No file name matches.'}
						</li>
					)}
				</ul>
			)}
			<LoadMore of={query} />
			<DialogActions>
				<Button onClick={onClose}>Done</Button>
			</DialogActions>
		</Dialog>
	)
}
