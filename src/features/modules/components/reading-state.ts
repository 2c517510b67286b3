import type { AnchorHTMLAttributes } from 'react'
import type { CurrentUser } from '#src/features/auth/contract.ts'
import type { Place, PlaceBody } from '../contract.ts'

/** The reader of a module and their progress. */
export interface ReadingState {
	/** Null for a visitor; undefined while unknown. */
	viewer: Pick<CurrentUser, 'id' | 'role'> | null | undefined
	/** Undefined while unknown. */
	isEnrolled: boolean | undefined
	isCompleted: boolean
	isSaving: boolean
	complete(): void
	/** Returns the props of a link to a module of the course, or to the paragraph with these words. Absent in previews. */
	linkTo?(moduleId: string, words?: string): AnchorHTMLAttributes<HTMLAnchorElement>
	/** The place stored on the server. */
	place?: Place | undefined
	/** Saves the current place; does nothing if the reader is not enrolled. */
	savePlace?(part: Omit<PlaceBody, 'moduleId'>): void
	/** A preview of unsaved changes: nothing is sent. */
	isPreview?: boolean
}

/** State for an author's preview, which looks like a member's view. */
export const previewState: ReadingState = {
	viewer: null,
	isEnrolled: true,
	isCompleted: false,
	isSaving: false,
	complete() {},
	isPreview: true,
}

/** The part of a module that a view needs. */
export interface ShownModule {
	id: string
	title: string
	type: string
	/** Sanitized HTML. Absent if the surrounding page shows it. */
	content?: string
	additionalContent: string
}

export interface ViewProps {
	module: ShownModule
	readingState: ReadingState
	/** Hosts, in addition to YouTube and Vimeo, whose players may be embedded. */
	frameHosts?: readonly string[]
}
