import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { TextField } from '#src/components/ui/forms/Field.tsx'
import { UploadedPicture } from '#src/features/media/components/admin/PicturePreview.tsx'
import { acceptOf } from '#src/features/media/kinds.ts'
import { linkOf } from '#src/lib/forms/link-input.ts'
import { uploading } from '#src/lib/forms/uploading.ts'
import { ALT_LIMIT, isPictureSource } from '../../rich-content.ts'
import { ADDRESS_FIELD } from './LinkPanel.tsx'
import { panelKeys } from './panel-keys.ts'
import type { Editor } from './Toolbar.tsx'
import { usePictureUpload } from './use-picture-upload.ts'

const NO_ADDRESS = 'This is not a picture address. Use a format like https://example.com/desk.jpg'
const NOT_THERE = 'No picture could be loaded from this address.'
const NO_TEXT = 'Describe the picture for people who cannot see it, or mark it as decorative.'

interface Size {
	width: number
	height: number
}

/** Returns the dimensions of a picture, to reserve its space. Undefined if it cannot be loaded. */
const sizeOf = (src: string) =>
	new Promise<Size | undefined>((resolve) => {
		const picture = new Image()
		picture.referrerPolicy = 'no-referrer'
		picture.onload = () => resolve({ width: picture.naturalWidth, height: picture.naturalHeight })
		picture.onerror = () => resolve(undefined)
		picture.src = src
	})

interface Attributes {
	src?: string
	alt?: string
}

/** Values entered in the panel. */
type Entered = { address: string; text: string; isDecorative: boolean }
type Wrong = Partial<Record<'address' | 'text', string>>

/** Validates the input. Returns the picture, or the errors by field. */
async function checked({ address, text, isDecorative }: Entered) {
	const link = linkOf(address)
	const src = link && isPictureSource(link.href) ? link.href : undefined
	const alt = isDecorative ? '' : text.trim().replaceAll(/\s+/g, ' ')
	const wrong: Wrong = {}
	const size = src ? await sizeOf(src) : undefined
	if (!src) wrong.address = NO_ADDRESS
	else if (!size) wrong.address = NOT_THERE
	if (!isDecorative && alt === '') wrong.text = NO_TEXT
	return src && size && !wrong.text ? { picture: { src, alt, ...size } } : { wrong }
}

type Props = {
	id: string
	editor: Editor
	/** A pasted or dropped picture. */
	file: File | undefined
	onClose(): void
}

type ChoiceProps = { id: string; upload: ReturnType<typeof usePictureUpload> }

/** File input for a local picture, with its upload progress or error. */
function FileChoice({ id, upload: { send, percent, error } }: ChoiceProps) {
	return (
		<div className="field">
			<label className="label" htmlFor={id}>
				Picture from this device
			</label>
			<input
				id={id}
				type="file"
				className="input editor-file"
				accept={acceptOf('picture')}
				aria-describedby={`${id}-state`}
				onChange={({ target }) => {
					const [chosen] = target.files ?? []
					if (chosen) void send(chosen)
				}}
			/>
			<p id={`${id}-state`} role="status" className={error ? 'field-error' : 'hint'}>
				{error ??
					(percent === undefined ? 'Or paste or drop one, or enter its address below.' : `Uploading: ${percent}%`)}
			</p>
		</div>
	)
}

type FieldsProps = { name: string; entered: Entered; wrong: Wrong; onChange(changed: Partial<Entered>): void }

function PictureFields({ name, entered: { address, text, isDecorative }, wrong, onChange }: FieldsProps) {
	return (
		<>
			<div className="picture-field">
				<TextField
					id={`${name}-address`}
					label="Picture address"
					{...ADDRESS_FIELD}
					value={address}
					error={wrong.address}
					onChange={(event) => onChange({ address: event.target.value })}
				/>
				<UploadedPicture src={address} />
			</div>
			<TextField
				id={`${name}-text`}
				label="Alternative text"
				hint="One sentence about what it shows. Screen readers read it aloud, and it appears if the picture cannot load."
				maxLength={ALT_LIMIT}
				value={text}
				disabled={isDecorative}
				error={isDecorative ? undefined : wrong.text}
				onChange={(event) => onChange({ text: event.target.value })}
			/>
			<label className="editor-check">
				<input
					type="checkbox"
					checked={isDecorative}
					onChange={(event) => onChange({ isDecorative: event.target.checked })}
				/>
				Decorative: adds nothing to the text
			</label>
		</>
	)
}

/** Tracks the panel's input, from the selected picture `known` or an upload, and focuses the field to fill in next. */
function usePictureInput(
	panel: RefObject<HTMLDivElement | null>,
	name: string,
	known: Attributes | undefined,
	file: File | undefined,
) {
	const [entered, setEntered] = useState<Entered>({
		address: known?.src ?? '',
		text: known?.alt ?? '',
		isDecorative: known?.alt === '',
	})
	const change = (changed: Partial<Entered>) => setEntered((before) => ({ ...before, ...changed }))
	const [wrong, setWrong] = useState<Wrong>({})
	const upload = usePictureUpload(file, (url) => {
		change({ address: url })
		setWrong({})
		// The next required field.
		panel.current?.querySelector<HTMLElement>(`[id="${name}-text"]`)?.focus()
	})
	useEffect(() => {
		panel.current?.scrollIntoView?.({ block: 'nearest', behavior: 'instant' })
		panel.current?.querySelector<HTMLInputElement>(`[id="${name}-address"]`)?.select()
	}, [panel, name])
	// biome-ignore lint/correctness/useExhaustiveDependencies: runs once per failure
	useEffect(() => {
		panel.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
	}, [wrong])
	return { entered, change, wrong, setWrong, upload }
}

type ButtonsProps = {
	isNew: boolean
	isChecking: boolean
	isSending: boolean
	onApply(): void
	onRemove(): void
	onCancel(): void
}

function Buttons({ isNew, isChecking, isSending, onApply, onRemove, onCancel }: ButtonsProps) {
	return (
		<div className="flex flex-wrap gap-2">
			<Button loading={isChecking} disabled={isSending} onClick={onApply}>
				{isNew ? 'Add picture' : 'Change picture'}
			</Button>
			{!isNew && (
				<Button variant="line" onClick={onRemove}>
					Remove picture
				</Button>
			)}
			<Button variant="quiet" onClick={onCancel}>
				Cancel
			</Button>
		</div>
	)
}

/**
 * Inserts a picture or edits the selected one. Requires alternative text, unless the picture is marked as decorative.
 * Shown below the toolbar. Not a form element, because it is inside a form.
 */
export function PicturePanel({ id, editor, file, onClose }: Props) {
	const name = useId()
	const panel = useRef<HTMLDivElement>(null)
	const known = (editor.isActive('image') ? editor.getAttributes('image') : undefined) as Attributes | undefined
	const { entered, change, wrong, setWrong, upload } = usePictureInput(panel, name, known, file)
	const [isChecking, setIsChecking] = useState(false)
	const isSending = upload.percent !== undefined

	function close() {
		onClose()
		editor.commands.focus()
	}
	async function apply() {
		if (isChecking || isSending) return
		setIsChecking(true)
		const { picture, wrong: found } = await checked(entered)
		setIsChecking(false)
		if (!picture) {
			setWrong(found)
			return
		}
		const chain = editor.chain().focus()
		if (known) chain.updateAttributes('image', picture).run()
		else chain.setImage(picture).run()
		onClose()
	}
	function remove() {
		editor.chain().focus().deleteSelection().run()
		onClose()
	}
	return (
		// biome-ignore lint/a11y/noNoninteractiveElementInteractions: handles Enter and Escape of its fields
		<div
			ref={panel}
			id={id}
			role="dialog"
			aria-label="Picture"
			// Scrolls clear of the toolbar and the save bar.
			className="editor-panel scroll-mt-18 scroll-mb-34"
			onKeyDown={panelKeys({ apply: () => void apply(), close })}
			{...uploading(isSending)}
		>
			<FileChoice id={`${name}-file`} upload={upload} />
			<PictureFields name={name} entered={entered} wrong={wrong} onChange={change} />
			<Buttons
				isNew={known === undefined}
				isChecking={isChecking}
				isSending={isSending}
				onApply={() => void apply()}
				onRemove={remove}
				onCancel={close}
			/>
		</div>
	)
}
