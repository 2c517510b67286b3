import { type RefObject, useEffect, useRef, useState } from 'react'
import { Button } from '#src/components/ui/Button.tsx'
import { ConfirmDialog } from '#src/components/ui/dialogs/ConfirmDialog.tsx'
import { FetchError } from '#src/components/ui/dialogs/FetchError.tsx'
import { EmptyState } from '#src/components/ui/lists/EmptyState.tsx'
import { useMutation, useQuery } from '#src/lib/api/query.ts'
import { confirmLeaveDuringUpload } from '#src/lib/forms/uploading.ts'
import { useDraftKeys } from '#src/lib/forms/use-draft.ts'
import { RESTORABLE } from '#src/lib/trash.ts'
import { deleteModuleMutation, listDraftsQuery, listModulesQuery, orderModulesMutation } from '../../admin-queries.ts'
import type { CourseModule } from '../../contract.ts'
import type { ModuleDraftResponse } from '../../draft-contract.ts'
import type { OtherCourse } from './CopyDialog.tsx'
import { DraftBar } from './DraftBar.tsx'
import { ModuleForm } from './ModuleForm.tsx'
import { ModuleList, NewModuleList } from './ModuleList.tsx'
import { draftKey } from './module-form-state.ts'
import { SelectedModule } from './SelectedModule.tsx'

const CONSEQUENCES = `Members’ progress, quiz results, journals and comments in it are deleted too. ${RESTORABLE}`
const LAST_MODULE = 'This is the only module. No one can enroll until you add another.'

const sortByIds = (modules: readonly CourseModule[], ids: readonly string[]) =>
	ids.flatMap((id, orderIndex) => {
		const module = modules.find((each) => each.id === id)
		return module ? [{ ...module, orderIndex }] : []
	})

/** Tracks which module is shown or edited, and where the focus goes when the pressed button is removed. */
function useChoice(firstId: string | undefined) {
	const [selectedId, setSelectedId] = useState(firstId)
	const [isEditing, setIsEditing] = useState<'new' | 'selected'>()
	const pane = useRef<HTMLDivElement>(null)
	const addButton = useRef<HTMLButtonElement>(null)
	const [focusTarget, setFocusTarget] = useState<{ what: 'pane' | 'add' | 'edit' }>()
	useEffect(() => {
		// Opening the form removes the pressed button, and closing the form removes its buttons.
		if (focusTarget?.what === 'add') addButton.current?.focus()
		else if (focusTarget?.what === 'edit') pane.current?.querySelector<HTMLElement>('[data-edit]')?.focus()
		else if (focusTarget) pane.current?.focus()
	}, [focusTarget])
	return {
		selectedId,
		isEditing,
		pane,
		addButton,
		focusPane: () => setFocusTarget({ what: 'pane' }),
		select(id: string) {
			setSelectedId(id)
			setIsEditing(undefined)
		},
		edit(what: 'new' | 'selected') {
			setIsEditing(what)
			setFocusTarget({ what: 'pane' })
		},
		/** Returns whether the open form may close. It may not during an upload. */
		mayLeave: () => confirmLeaveDuringUpload(pane.current),
		/** Closes the form and shows the saved module, if any. */
		close(savedId?: string) {
			if (savedId !== undefined) setSelectedId(savedId)
			setFocusTarget({ what: savedId !== undefined ? 'pane' : isEditing === 'new' ? 'add' : 'edit' })
			setIsEditing(undefined)
		},
	}
}

/** Returns the modules in their current order with drafts applied, and the new modules. */
function useModules({ courseId, initial, initialDrafts }: Pick<Props, 'courseId' | 'initial' | 'initialDrafts'>) {
	const query = useQuery(listModulesQuery(courseId), { initial })
	const { data: state } = useQuery(listDraftsQuery(courseId), { initial: initialDrafts })
	const order = useMutation(orderModulesMutation(courseId))
	// Optimistic order while it is being saved.
	const published = order.isPending ? sortByIds(query.data, order.variables) : query.data
	const draftOf = new Map(state.drafts.map((draft) => [draft.id, draft]))
	// A draft replaces its module, except for the position.
	const modules = published.map((module) => ({ ...(draftOf.get(module.id) ?? module), orderIndex: module.orderIndex }))
	return { query, state, order, modules, added: state.drafts.filter(({ isNew }) => isNew), draftOf }
}

/** Returns which modules have unsaved local changes, and whether a new module was started. */
function useDrafts(userId: string, courseId: string, modules: readonly CourseModule[]) {
	const keyOf = (id?: string) => draftKey(userId, courseId, id)
	const draftKeys = useDraftKeys([keyOf(), ...modules.map(({ id }) => keyOf(id))])
	const ids = new Set(modules.filter(({ id }) => draftKeys.has(keyOf(id))).map(({ id }) => id))
	return { ids, hasUnsavedNew: draftKeys.has(keyOf()) }
}

function NoModules({ onAdd }: { onAdd(): void }) {
	return (
		<EmptyState title="No modules yet" action={<Button onClick={onAdd}>Add Module</Button>}>
			Start with something to read. Members see it once the course is published.
		</EmptyState>
	)
}

type HeadProps = { addButton: RefObject<HTMLButtonElement | null>; offersContinue: boolean; onAdd(): void }

function ListHead({ addButton, offersContinue, onAdd }: HeadProps) {
	return (
		<>
			<div className="mb-4 flex items-center justify-between gap-3">
				<h2 className="text-subtitle">Modules</h2>
				<Button ref={addButton} variant="line" onClick={onAdd}>
					Add Module
				</Button>
			</div>
			{offersContinue && (
				<p className="mb-3 text-small text-brass-text">
					You have an unsaved new module.{' '}
					<button type="button" className="link" onClick={onAdd}>
						Continue editing
					</button>
				</p>
			)}
		</>
	)
}

type DeleteProps = { module: CourseModule; isLast: boolean; onConfirm(): void; onClose(): void }

function DeleteDialog({ module, isLast, ...props }: DeleteProps) {
	return (
		<ConfirmDialog
			title={`Delete “${module.title || 'Untitled module'}”?`}
			description="Are you sure you want to delete this module? This action cannot be undone."
			{...props}
		>
			<p>
				{CONSEQUENCES} {isLast && LAST_MODULE}
			</p>
		</ConfirmDialog>
	)
}

/** Deletes a module after confirmation. */
function useDeletion(courseId: string, isLast: boolean, onRefreshed: () => void) {
	const remove = useMutation(deleteModuleMutation(courseId), { onRefreshed })
	const [moduleToDelete, setModuleToDelete] = useState<CourseModule>()
	function confirm(id: string) {
		setModuleToDelete(undefined)
		remove.mutate(id)
	}
	return {
		ask: setModuleToDelete,
		isDeleting: ({ id }: CourseModule) => remove.isPending && remove.variables === id,
		dialog: moduleToDelete && (
			<DeleteDialog
				module={moduleToDelete}
				isLast={isLast}
				onConfirm={() => confirm(moduleToDelete.id)}
				onClose={() => setModuleToDelete(undefined)}
			/>
		),
	}
}

type Props = {
	courseId: string
	userId: string
	initial: CourseModule[]
	/** Unpublished drafts, and whether the course is published. */
	initialDrafts: { isPublished: boolean; drafts: ModuleDraftResponse[] }
	firstId?: string | undefined
	isForMembers?: boolean
	otherCourses: readonly OtherCourse[]
	frameHosts: readonly string[]
	zone?: string
}

export function AdminModules(props: Props) {
	const { courseId, userId, frameHosts, otherCourses, zone = 'UTC', isForMembers = false } = props
	const { query, state, order, modules, added, draftOf } = useModules(props)
	const { selectedId, isEditing, pane, addButton, focusPane, select, edit, mayLeave, close } = useChoice(props.firstId)
	// After a deletion, the pressed button is gone or acts on another module.
	const deletion = useDeletion(courseId, modules.length === 1, focusPane)
	const drafts = useDrafts(userId, courseId, [...modules, ...added])
	const selected = [...modules, ...added].find(({ id }) => id === selectedId) ?? modules[0] ?? added[0]
	const draft = selected && draftOf.get(selected.id)
	const isNew = isEditing === 'new'
	const add = () => void (mayLeave() && edit('new'))
	const listProps = {
		selectedId: isNew ? undefined : selected?.id,
		drafts: drafts.ids,
		onSelect: (id: string) => void (mayLeave() && select(id)),
	}
	const form = isEditing && (
		<ModuleForm
			key={isNew ? 'new' : selected?.id}
			{...{ courseId, userId, frameHosts }}
			courseModules={[...modules, ...added]}
			isLive={state.isPublished}
			module={isNew ? undefined : selected}
			draftOf={isNew || !draft ? undefined : draft.isNew ? 'new' : 'module'}
			onSaved={({ id }) => close(id)}
			onCancel={() => mayLeave() && close()}
		/>
	)
	return (
		<>
			<DraftBar courseId={courseId} drafts={state.drafts} />
			<div className="author-layout">
				<div>
					<ListHead addButton={addButton} offersContinue={drafts.hasUnsavedNew && !isNew} onAdd={add} />
					{query.error && <FetchError title="Failed to fetch modules" error={query.error} onRetry={query.refetch} />}
					<ModuleList {...{ modules, ...listProps }} unpublished={new Set(draftOf.keys())} onOrder={order.mutate} />
					<NewModuleList {...{ modules: added, ...listProps }} />
				</div>
				<section ref={pane} tabIndex={-1} aria-label="Module" className="card card-body min-w-0 outline-none">
					{form ||
						(selected ? (
							<SelectedModule
								module={selected}
								draft={draft}
								isLive={state.isPublished}
								{...{ frameHosts, zone, isForMembers, otherCourses }}
								onDraftGone={focusPane}
								isDeleting={deletion.isDeleting(selected)}
								onEdit={() => edit('selected')}
								onDelete={() => deletion.ask(selected)}
							/>
						) : (
							<NoModules onAdd={() => edit('new')} />
						))}
				</section>
			</div>
			{deletion.dialog}
		</>
	)
}
