import { Upload } from 'lucide-react'
import { type ClipboardEvent, type DragEvent, type ReactNode, useRef, useState } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { Progress } from '#src/components/ui/Progress.tsx'
import { classes } from '#src/components/ui/styles.ts'
import { uploading } from '#src/lib/forms/uploading.ts'
import { formatBytes } from '#src/lib/text/format-number.ts'
import type { MediaItem } from '../../contract.ts'
import { acceptOf, type Purpose } from '../../kinds.ts'
import { type Sending, useUpload } from './use-upload.ts'

interface Props {
	purpose: Purpose
	/** Label of the button. */
	label: string
	/** Purpose of the upload, if a screen has several such buttons. Screen readers read it after the label. */
	of?: string
	isPublic?: boolean
	/** Allows several files. */
	isMany?: boolean
	onUploaded(item: MediaItem): void
	/** Other ways to choose a file, after the button. */
	beside?: ReactNode
	/** Puts the button above the children, for example above a long list. */
	atHead?: boolean
	/** The field or list that the upload fills: files can be dropped and pasted on it too. */
	children?: ReactNode
}

const filesOf = (data: DataTransfer, isMany: boolean) => [...data.files].slice(0, isMany ? undefined : 1)

/** Returns whether a drag carries files rather than text of the page. */
const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

function useDrop(isMany: boolean, start: (files: File[]) => void) {
	const [isOver, setIsOver] = useState(false)
	return {
		isOver,
		listeners: {
			onDragOver(event: DragEvent) {
				if (!hasFiles(event)) return
				event.preventDefault()
				setIsOver(true)
			},
			onDragLeave: () => setIsOver(false),
			onDrop(event: DragEvent) {
				if (!hasFiles(event)) return
				event.preventDefault()
				setIsOver(false)
				start(filesOf(event.dataTransfer, isMany))
			},
			onPaste(event: ClipboardEvent) {
				const files = filesOf(event.clipboardData, isMany)
				if (files.length === 0) return
				event.preventDefault()
				start(files)
			},
		},
	}
}

/** Shows an upload button, with an area for dropped and pasted files. */
export function UploadArea({
	purpose,
	label,
	of,
	isPublic,
	isMany = false,
	onUploaded,
	beside,
	atHead,
	children,
}: Props) {
	const input = useRef<HTMLInputElement>(null)
	const { sending, failures, done, start, cancel } = useUpload({ purpose, isPublic, onUploaded })
	const { isOver, listeners } = useDrop(isMany, (files) => void start(files))
	return (
		<div className={classes('upload', isOver && 'upload-over')} {...uploading(sending !== undefined)} {...listeners}>
			{!atHead && children}
			<input
				ref={input}
				type="file"
				className="hidden"
				tabIndex={-1}
				aria-hidden="true"
				accept={acceptOf(purpose)}
				multiple={isMany}
				data-upload={purpose}
				onChange={({ target }) => {
					void start([...(target.files ?? [])])
					// Allows the same file to be chosen again.
					target.value = ''
				}}
			/>
			{sending ? (
				<UploadProgressLine sending={sending} onCancel={cancel} />
			) : (
				<p className="upload-line">
					<Button variant="line" className="btn-small" onClick={() => input.current?.click()}>
						<Upload aria-hidden="true" className="size-4" strokeWidth={1.75} />
						{label}
						{of && <span className="sr-only">{` for ${of}`}</span>}
					</Button>
					{beside}
					<span className="hint pointer-coarse:hidden">or drop or paste {isMany ? 'files' : 'one'} here</span>
				</p>
			)}
			<p role="status" className="sr-only">
				{sending ? `Uploading ${sending.name}` : done}
			</p>
			{failures.length > 0 && <Failures texts={failures} />}
			{atHead && children}
		</div>
	)
}

const Failures = ({ texts }: { texts: readonly string[] }) => (
	<div role="alert">
		{texts.map((text) => (
			<p key={text} className="field-error">
				{text}
			</p>
		))}
	</div>
)

function UploadProgressLine({ sending, onCancel }: { sending: Sending; onCancel: () => void }) {
	const { name, progress, waiting } = sending
	const { sent, size, isChecking } = progress
	const percent = Math.floor((sent / size) * 100)
	return (
		<div className="upload-line">
			<div className="upload-progress">
				<p className="upload-facts">
					<span className="breaks">{name}</span>
					<span>{isChecking ? 'Checking...' : `${percent}% of ${formatBytes(size)}`}</span>
				</p>
				<Progress value={percent} label={`Upload of ${name}`} />
				{waiting > 0 && <p className="hint">{waiting === 1 ? 'One more waiting' : `${waiting} more waiting`}</p>}
			</div>
			<Button variant="quiet" className="btn-small" onClick={onCancel}>
				Cancel<span className="sr-only"> the upload</span>
			</Button>
		</div>
	)
}
