import { type useEditor, useEditorState } from '@tiptap/react'
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
	Table,
	TextQuote,
	Underline,
	Undo2,
	Unlink,
} from 'lucide-react'

export type Editor = NonNullable<ReturnType<typeof useEditor>>

interface Tool {
	label: string
	Icon: LucideIcon
	run(editor: Editor): void
	/** The mark or node that the tool switches; absent for what is done once. */
	active?: [name: string, attributes?: Record<string, unknown>]
	/** It opens the panel for links. */
	isLink?: true
}

const NEW_TABLE = { rows: 3, cols: 2, withHeaderRow: true }

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
	{ label: 'Table', Icon: Table, run: (e) => e.chain().focus().insertTable(NEW_TABLE).run() },
	{ label: 'Link', Icon: Link, run() {}, active: ['link'], isLink: true },
	{ label: 'Remove link', Icon: Unlink, run: (e) => e.chain().focus().extendMarkRange('link').unsetLink().run() },
	{ label: 'Undo', Icon: Undo2, run: (e) => e.chain().focus().undo().run() },
	{ label: 'Redo', Icon: Redo2, run: (e) => e.chain().focus().redo().run() },
]

const tableTools: readonly { label: string; run(editor: Editor): void }[] = [
	{ label: 'Add row', run: (e) => e.chain().focus().addRowAfter().run() },
	{ label: 'Add column', run: (e) => e.chain().focus().addColumnAfter().run() },
	{ label: 'Delete row', run: (e) => e.chain().focus().deleteRow().run() },
	{ label: 'Delete column', run: (e) => e.chain().focus().deleteColumn().run() },
	{ label: 'Heading row', run: (e) => e.chain().focus().toggleHeaderRow().run() },
	{ label: 'Delete table', run: (e) => e.chain().focus().deleteTable().run() },
]

type Props = {
	editor: Editor
	/** The panel for links, while it is open. */
	openPanel: string | undefined
	onLink(): void
}

export function Toolbar({ editor, openPanel, onLink }: Props) {
	const { active, isInTable } = useEditorState({
		editor,
		selector: (state) => ({
			active: tools.map((tool) => (tool.active ? state.editor.isActive(...tool.active) : undefined)),
			isInTable: state.editor.isActive('table'),
		}),
	})
	return (
		<>
			<div className="editor-bar" role="toolbar" aria-label="Formatting">
				{tools.map(({ label, Icon, run, isLink }, index) => (
					<button
						key={label}
						type="button"
						className="icon-btn"
						aria-label={label}
						title={label}
						aria-pressed={active[index]}
						aria-expanded={isLink && openPanel !== undefined}
						aria-controls={isLink && openPanel}
						onClick={() => (isLink ? onLink() : run(editor))}
					>
						<Icon aria-hidden="true" strokeWidth={1.75} />
					</button>
				))}
			</div>
			{isInTable && (
				<div className="editor-bar" role="toolbar" aria-label="Table">
					{tableTools.map(({ label, run }) => (
						<button key={label} type="button" className="editor-word" onClick={() => run(editor)}>
							{label}
						</button>
					))}
					<p className="hint px-2">Tab goes to the next cell, the arrow keys lead out of the table.</p>
				</div>
			)}
		</>
	)
}
