import type { CurrentUser } from '#src/features/auth/contract.ts'
import type { Place, PlaceBody } from '../contract.ts'

/** Who looks at a module, and how far they are. */
export interface ReadingState {
	/** Null for a visitor, undefined while that is not known. */
	viewer: Pick<CurrentUser, 'id' | 'role'> | null | undefined
	/** Undefined while that is not known. */
	isEnrolled: boolean | undefined
	isCompleted: boolean
	/** Progress is being saved. */
	isSaving: boolean
	complete(): void
	/** Where they stopped in it, as the server knows. */
	place?: Place | undefined
	/** Where they are now; nothing happens for who is not enrolled. */
	savePlace?(part: Omit<PlaceBody, 'moduleId'>): void
	/** An author looks at what is not saved yet: nothing is sent. */
	isPreview?: boolean
}

/** An author, who sees a module as a member does. */
export const previewState: ReadingState = {
	viewer: null,
	isEnrolled: true,
	isCompleted: false,
	isSaving: false,
	complete() {},
	isPreview: true,
}

/** What a view needs of a module. */
export interface ShownModule {
	id: string
	title: string
	type: string
	/** Sanitized HTML. Absent where the page around the view shows it. */
	content?: string
	additionalContent: string
}

export interface ViewProps {
	module: ShownModule
	readingState: ReadingState
	/** Hosts besides YouTube and Vimeo whose players may stand in a frame. */
	frameHosts?: readonly string[]
}
