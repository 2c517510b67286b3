import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { EmptyState } from '#src/components/ui/EmptyState.tsx'
import { FetchError } from '#src/components/ui/FetchError.tsx'
import { LocalTime } from '#src/components/ui/LocalTime.tsx'
import { canComeBack } from '#src/lib/kept-deleted.ts'
import { useMutation, useQuery } from '#src/lib/query.ts'
import { useKeptKeys } from '#src/lib/use-draft.ts'
import { deleteModuleMutation, listModulesQuery, orderModulesMutation } from '../../admin-queries.ts'
import type { CourseModule } from '../../contract.ts'
import { labelOf } from '../../types/registry.ts'
import { ModuleView } from '../ModuleView.tsx'
import { previewReader } from '../reader.ts'
import { Tabs } from '../Tabs.tsx'
import { ModuleForm } from './ModuleForm.tsx'
import { ModuleList } from './ModuleList.tsx'
import { draftKey } from './module-draft.ts'

const DELETE_QUESTION = `Are you sure you want to delete this module? This action cannot be undone.

Members’ progress, quiz results, journals and comments in it go too. ${canComeBack('all of it')}`
const LAST_MODULE = 'It is the only one of this course: nobody can enroll until there is another.'

type SelectedProps = {
	module: CourseModule
	frameHosts: readonly string[]
	isDeleting: boolean
	onEdit(): void
	onDelete(): void
}

/** The chosen module, as a member sees it and as it is stored. */
function Selected({ module, frameHosts, isDeleting, onEdit, onDelete }: SelectedProps) {
	const preview = (
		<>
			<p className="mb-4 text-muted">{module.description}</p>
			<ModuleView module={module} reader={previewReader} frameHosts={frameHosts} />
		</>
	)
	const content = <pre className="raw-content">{module.content}</pre>
	return (
		<article aria-labelledby="selected-module">
			<header className="flex flex-wrap items-start justify-between gap-4">
				<div className="min-w-0 flex-1 basis-64">
					<p className="text-tiny text-muted">{labelOf(module.type)}</p>
					<h2 id="selected-module" className="text-title">
						{module.title}
					</h2>
					<p className="mt-1 text-small text-muted">
						Last updated: <LocalTime when={module.updatedAt} />
					</p>
				</div>
				<div className="flex gap-2">
					<Button variant="line" data-edit="" onClick={onEdit}>
						Edit<span className="sr-only"> {module.title}</span>
					</Button>
					<Button variant="quiet" loading={isDeleting} onClick={onDelete}>
						{isDeleting ? 'Deleting...' : 'Delete'}
						<span className="sr-only"> {module.title}</span>
					</Button>
				</div>
			</header>
			<Tabs
				key={`${module.id} ${module.updatedAt}`}
				label={module.title}
				tabs={[
					{ value: 'preview', label: 'Preview', content: preview },
					{ value: 'content', label: 'Content', content },
				]}
			/>
		</article>
	)
}

/** The modules as they stand once this order is theirs. */
const inOrder = (modules: readonly CourseModule[], ids: readonly string[]) =>
	ids.flatMap((id, orderIndex) => {
		const module = modules.find((each) => each.id === id)
		return module ? [{ ...module, orderIndex }] : []
	})

/** Which module is shown or edited, and where the focus goes when what was pressed is gone. */
function useChoice() {
	const [selectedId, setSelectedId] = useState<string>()
	const [isEditing, setIsEditing] = useState<'new' | 'selected'>()
	const pane = useRef<HTMLDivElement>(null)
	const addButton = useRef<HTMLButtonElement>(null)
	const [focusOn, setFocusOn] = useState<{ what: 'pane' | 'add' | 'edit' }>()
	useEffect(() => {
		// The form takes the place of what was pressed, and what was pressed in the form goes with it.
		if (focusOn?.what === 'add') addButton.current?.focus()
		else if (focusOn?.what === 'edit') pane.current?.querySelector<HTMLElement>('[data-edit]')?.focus()
		else if (focusOn) pane.current?.focus()
	}, [focusOn])
	return {
		selectedId,
		isEditing,
		pane,
		addButton,
		focusPane: () => setFocusOn({ what: 'pane' }),
		select(id: string) {
			setSelectedId(id)
			setIsEditing(undefined)
		},
		edit(what: 'new' | 'selected') {
			setIsEditing(what)
			setFocusOn({ what: 'pane' })
		},
		/** Closes the form; a module that was just written is shown then. */
		close(written?: string) {
			if (written !== undefined) setSelectedId(written)
			setFocusOn({ what: written !== undefined ? 'pane' : isEditing === 'new' ? 'add' : 'edit' })
			setIsEditing(undefined)
		},
	}
}

/** Of which modules something is written in this browser and not saved, and whether a new one is begun. */
function useDrafts(userId: string, courseId: string, modules: readonly CourseModule[]) {
	const keyOf = (id?: string) => draftKey(userId, courseId, id)
	const kept = useKeptKeys([keyOf(), ...modules.map(({ id }) => keyOf(id))])
	const ids = new Set(modules.filter(({ id }) => kept.has(keyOf(id))).map(({ id }) => id))
	return { ids, isNewBegun: kept.has(keyOf()) }
}

function Heading({ children }: { children: ReactNode }) {
	return (
		<div className="mb-4 flex items-center justify-between gap-3">
			<h2 className="text-subtitle">Modules</h2>
			{children}
		</div>
	)
}

function NoModules({ onAdd }: { onAdd(): void }) {
	return (
		<EmptyState title="No modules yet" action={<Button onClick={onAdd}>Add Module</Button>}>
			Begin with something to read. Members see it as soon as the course is published.
		</EmptyState>
	)
}

type Props = {
	courseId: string
	userId: string
	initial: CourseModule[]
	/** Hosts besides YouTube and Vimeo whose players may stand in a frame. */
	frameHosts: readonly string[]
}

/** The modules of a course: their order, the chosen one, and the form. */
export function AdminModules({ courseId, userId, initial, frameHosts }: Props) {
	const query = useQuery(listModulesQuery(courseId), { initial })
	const remove = useMutation(deleteModuleMutation(courseId))
	const order = useMutation(orderModulesMutation(courseId))
	const { selectedId, isEditing, pane, addButton, focusPane, select, edit, close } = useChoice()
	function deleteModule(id: string) {
		const question = modules.length === 1 ? `${DELETE_QUESTION} ${LAST_MODULE}` : DELETE_QUESTION
		// The button is about another module then, or gone.
		if (window.confirm(question)) remove.mutate(id, { onSuccess: focusPane })
	}

	// While a new order is on its way it is what the author sees.
	const modules = order.isPending ? inOrder(query.data, order.variables) : query.data
	const drafts = useDrafts(userId, courseId, modules)
	const selected = modules.find(({ id }) => id === selectedId) ?? modules[0]
	const form = isEditing && (
		<ModuleForm
			key={isEditing === 'new' ? 'new' : selected?.id}
			courseId={courseId}
			userId={userId}
			frameHosts={frameHosts}
			module={isEditing === 'new' ? undefined : selected}
			onSaved={({ id }) => close(id)}
			onCancel={() => close()}
		/>
	)
	return (
		<div className="author-layout">
			<div>
				<Heading>
					<Button ref={addButton} variant="line" onClick={() => edit('new')}>
						Add Module
					</Button>
				</Heading>
				{drafts.isNewBegun && isEditing !== 'new' && (
					<p className="mb-3 text-small text-brass-text">
						A new module is begun and not saved.{' '}
						<button type="button" className="link" onClick={() => edit('new')}>
							Go on with it
						</button>
					</p>
				)}
				{query.error && <FetchError title="Failed to fetch modules" error={query.error} onRetry={query.refetch} />}
				<ModuleList
					modules={modules}
					selectedId={isEditing === 'new' ? undefined : selected?.id}
					drafts={drafts.ids}
					onSelect={select}
					onOrder={(ids) => order.mutate(ids)}
				/>
			</div>
			<section ref={pane} tabIndex={-1} aria-label="Module" className="card card-body min-w-0 outline-none">
				{form ||
					(selected ? (
						<Selected
							module={selected}
							frameHosts={frameHosts}
							isDeleting={remove.isPending && remove.variables === selected.id}
							onEdit={() => edit('selected')}
							onDelete={() => deleteModule(selected.id)}
						/>
					) : (
						<NoModules onAdd={() => edit('new')} />
					))}
			</section>
		</div>
	)
}
