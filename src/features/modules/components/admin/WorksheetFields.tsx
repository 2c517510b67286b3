import { X } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { TextField } from '#src/components/ui/forms/Field.tsx'
import { MoveButtons } from '#src/components/ui/lists/MoveButtons.tsx'
import { LibraryPicker } from '#src/features/media/components/admin/LibraryPicker.tsx'
import { UploadArea } from '#src/features/media/components/admin/UploadArea.tsx'
import { fileKindText, type Kind } from '#src/features/media/kinds.ts'
import { clock } from '#src/lib/text/cues.ts'
import { formatBytes } from '#src/lib/text/format-number.ts'
import { MAX_WORKSHEETS, titleOfFile, type Worksheet } from '../../worksheets.ts'

type Props = {
	files: readonly Worksheet[]
	onChange(files: Worksheet[]): void
	/** Returns the error of the list (path `''`), or of a field in it (such as `.0.title`). */
	errorAt(path: string): string | undefined
}

/** The fields of a library file that a worksheet needs. */
type LibraryFile = Pick<Worksheet, 'url' | 'bytes' | 'isPublic'> & { name: string; kind: Kind; seconds: number | null }

const worksheetOf = ({ url, name, bytes, isPublic, kind, seconds }: LibraryFile): Worksheet => ({
	...{ url, bytes, isPublic },
	title: titleOfFile(name),
	...(kind === 'audio' && seconds !== null ? { seconds } : {}),
})

/** Returns functions that change the list, and the announcement for screen readers. */
function useWorksheets({ files, onChange }: Pick<Props, 'files' | 'onChange'>) {
	const [announcement, setAnnouncement] = useState('')
	// The latest files: a finished upload must not undo changes made during the upload.
	const latest = useRef(files)
	latest.current = files
	function set(next: Worksheet[], message: string) {
		latest.current = next
		setAnnouncement(message)
		onChange(next)
	}
	return {
		announcement,
		add(item: LibraryFile) {
			const added = worksheetOf(item)
			if (latest.current.some(({ url }) => url === added.url)) setAnnouncement(`${added.title} is already attached`)
			else set([...latest.current, added], `${added.title} is attached`)
		},
		move(from: number, to: number) {
			const next = [...files]
			next.splice(to, 0, ...next.splice(from, 1))
			set(next, `${files[from]?.title} is now number ${to + 1} of ${files.length}`)
		},
		remove(at: number) {
			set(
				files.filter((_, index) => index !== at),
				`${files[at]?.title} is no longer attached`,
			)
		},
	}
}

/** Edits a module's files and their order. Files can be uploaded, dropped, pasted or chosen from the library. */
export function WorksheetFields({ files, onChange, errorAt }: Props) {
	const [isChoosing, setIsChoosing] = useState(false)
	const list = useRef<HTMLFieldSetElement>(null)
	const { announcement, add, move, remove } = useWorksheets({ files, onChange })
	function removeAndFocus(at: number) {
		remove(at)
		// The pressed button was removed.
		list.current?.focus()
	}
	return (
		<fieldset ref={list} tabIndex={-1} className="field outline-none" data-field="data.files">
			<legend className="label">
				Worksheets<span className="label-note"> (optional)</span>
			</legend>
			<p className="hint mb-2">
				PDFs, documents and audio files for enrolled members to download. Audio files also play in the module. Only
				enrolled members can open files you upload here.
			</p>
			<UploadArea
				purpose="worksheet"
				label="Upload worksheets"
				isMany
				isPublic={false}
				onUploaded={add}
				beside={
					<Button variant="line" className="btn-small" onClick={() => setIsChoosing(true)}>
						Choose from the library
					</Button>
				}
			>
				{files.length > 0 && (
					<WorksheetRows {...{ files, onChange, errorAt }} onMove={move} onRemove={removeAndFocus} />
				)}
			</UploadArea>
			<p className="field-error" aria-live="polite">
				{errorAt('')}
			</p>
			<p role="status" className="sr-only">
				{announcement}
			</p>
			{isChoosing && (
				<LibraryPicker
					title="Attach from the library"
					purpose="worksheet"
					taken={new Set(files.map(({ url }) => url))}
					isFull={files.length >= MAX_WORKSHEETS}
					onPick={add}
					onClose={() => setIsChoosing(false)}
				/>
			)}
		</fieldset>
	)
}

type RowsProps = Props & { onMove(from: number, to: number): void; onRemove(at: number): void }

function WorksheetRows({ files, onChange, errorAt, onMove, onRemove }: RowsProps) {
	return (
		<ol className="worksheet-rows">
			{files.map((file, at) => (
				<WorksheetRow
					key={file.url}
					file={file}
					at={at}
					count={files.length}
					error={errorAt(`.${at}.title`)}
					onTitle={(title) => onChange(files.map((each, index) => (index === at ? { ...each, title } : each)))}
					onMove={(to) => onMove(at, to)}
					onRemove={() => onRemove(at)}
				/>
			))}
		</ol>
	)
}

const factsOf = ({ url, seconds, bytes }: Worksheet) =>
	[fileKindText(url), ...(seconds === undefined ? [] : [clock(seconds)]), formatBytes(bytes)].join(', ')

type RowProps = {
	file: Worksheet
	at: number
	count: number
	error: string | undefined
	onTitle(title: string): void
	onMove(to: number): void
	onRemove(): void
}

function WorksheetRow({ file, at, count, error, onTitle, onMove, onRemove }: RowProps) {
	const { url, title, isPublic } = file
	return (
		<li className="worksheet-row">
			<TextField
				label={`Name of file ${at + 1}`}
				data-field={`data.files.${at}.title`}
				value={title}
				error={error}
				hint={
					<>
						{factsOf(file)} · {isPublic ? 'open to everyone' : 'for course members'}{' '}
						<span className="whitespace-nowrap">
							·{' '}
							<a className="link" href={url} target="_blank" rel="noopener">
								Open<span className="sr-only"> {title}</span>
							</a>
						</span>
					</>
				}
				onChange={(event) => onTitle(event.target.value)}
			/>
			<span className="worksheet-tools">
				<MoveButtons of={title} at={at} count={count} onMove={onMove} />
				<button type="button" className="icon-btn" aria-label={`Remove ${title}`} onClick={onRemove}>
					<X aria-hidden="true" className="size-4" strokeWidth={1.75} />
				</button>
			</span>
		</li>
	)
}
