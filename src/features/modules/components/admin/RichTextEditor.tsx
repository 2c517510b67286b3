import { EditorContent, useEditor, useEditorState } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import {
	Bold,
	Heading3,
	Heading4,
	Italic,
	Link,
	List,
	ListOrdered,
	type LucideIcon,
	Redo2,
	TextQuote,
	Underline,
	Undo2,
	Unlink,
} from 'lucide-react'
import { useId } from 'react'
import { isOwnPath, isSafeLink } from '#src/lib/links.ts'

type Editor = NonNullable<ReturnType<typeof useEditor>>

interface Tool {
	label: string
	Icon: LucideIcon
	run(editor: Editor): void
	/** The mark or node that the tool switches; absent for what is done once. */
	active?: [name: string, attributes?: Record<string, unknown>]
}

function askForLink(editor: Editor): void {
	const known = editor.getAttributes('link').href as string | undefined
	const href = window
		.prompt('Link address, beginning with https:// (or a path of this site)', known ?? 'https://')
		?.trim()
	if (href === undefined) return
	if (isSafeLink(href) || isOwnPath(href)) editor.chain().focus().extendMarkRange('link').setLink({ href }).run()
	else window.alert('That is not a link we can use. It has to begin with https://')
}

const tools: readonly Tool[] = [
	{
		label: 'Heading',
		Icon: Heading3,
		run: (e) => e.chain().focus().toggleHeading({ level: 3 }).run(),
		active: ['heading', { level: 3 }],
	},
	{
		label: 'Small heading',
		Icon: Heading4,
		run: (e) => e.chain().focus().toggleHeading({ level: 4 }).run(),
		active: ['heading', { level: 4 }],
	},
	{ label: 'Bold', Icon: Bold, run: (e) => e.chain().focus().toggleBold().run(), active: ['bold'] },
	{ label: 'Italic', Icon: Italic, run: (e) => e.chain().focus().toggleItalic().run(), active: ['italic'] },
	{ label: 'Underline', Icon: Underline, run: (e) => e.chain().focus().toggleUnderline().run(), active: ['underline'] },
	{
		label: 'Bulleted list',
		Icon: List,
		run: (e) => e.chain().focus().toggleBulletList().run(),
		active: ['bulletList'],
	},
	{
		label: 'Numbered list',
		Icon: ListOrdered,
		run: (e) => e.chain().focus().toggleOrderedList().run(),
		active: ['orderedList'],
	},
	{
		label: 'Quotation',
		Icon: TextQuote,
		run: (e) => e.chain().focus().toggleBlockquote().run(),
		active: ['blockquote'],
	},
	{ label: 'Link', Icon: Link, run: askForLink, active: ['link'] },
	{ label: 'Remove link', Icon: Unlink, run: (e) => e.chain().focus().unsetLink().run() },
	{ label: 'Undo', Icon: Undo2, run: (e) => e.chain().focus().undo().run() },
	{ label: 'Redo', Icon: Redo2, run: (e) => e.chain().focus().redo().run() },
]

function Toolbar({ editor }: { editor: Editor }) {
	const active = useEditorState({
		editor,
		selector: (state) => tools.map((tool) => (tool.active ? state.editor.isActive(...tool.active) : undefined)),
	})
	return (
		<div className="editor-bar" role="toolbar" aria-label="Formatting">
			{tools.map(({ label, Icon, run }, index) => (
				<button
					key={label}
					type="button"
					className="icon-btn"
					aria-label={label}
					title={label}
					aria-pressed={active[index]}
					onClick={() => run(editor)}
				>
					<Icon aria-hidden="true" strokeWidth={1.75} />
				</button>
			))}
		</div>
	)
}

type Props = {
	label: string
	/** HTML to begin with. Later values are not taken over: the editor holds the text. */
	initial: string
	error?: string | undefined
	onChange(html: string): void
}

/** Rich text with exactly what `sanitise.ts` lets through, so that nothing is lost on saving. */
export function RichTextEditor({ label, initial, error, onChange }: Props) {
	const id = useId()
	const editor = useEditor({
		// The style sheet has these rules; a style element would be refused by the Content-Security-Policy.
		injectCSS: false,
		immediatelyRender: false,
		content: initial,
		extensions: [
			StarterKit.configure({
				heading: { levels: [3, 4] },
				link: {
					openOnClick: false,
					autolink: false,
					defaultProtocol: 'https',
					isAllowedUri: (href) => isSafeLink(href) || isOwnPath(href) || href.startsWith('mailto:'),
				},
			}),
		],
		editorProps: {
			attributes: {
				class: 'prose',
				role: 'textbox',
				'aria-multiline': 'true',
				'aria-labelledby': `${id}-label`,
				'aria-describedby': `${id}-error`,
			},
		},
		onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? '' : changed.getHTML()),
	})
	return (
		<div className="field">
			<span id={`${id}-label`} className="label">
				{label}
			</span>
			<div className="editor" data-invalid={error ? '' : undefined}>
				{editor && <Toolbar editor={editor} />}
				<EditorContent editor={editor} />
			</div>
			<p className="field-error" id={`${id}-error`} aria-live="polite">
				{error}
			</p>
		</div>
	)
}
