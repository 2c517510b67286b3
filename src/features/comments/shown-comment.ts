import type { HiddenState } from './post-contract.ts'

/** A comment on a question or in a course, as its component displays it. */
export interface ShownComment {
	id: string
	body: string
	/** Null if the account is deleted. */
	author: { name: string; username: string } | null
	createdAt: string
	isOwn: boolean
	isEdited: boolean
	/** Whether its author deleted it. Its body is then `DELETED`. */
	isDeleted?: boolean
	isHelpful: boolean
	/** Null for a visible comment. If the body is empty, the viewer may not read it. */
	hidden: HiddenState
	version: number
	/** Usernames in the body that belong to members. */
	mentions: readonly string[]
	isInstructor?: boolean
	isPinned?: boolean
	/** Whether someone else wrote it since the viewer's last visit. */
	isNew?: boolean
}

/** Data that a comment form sends. */
export interface CommentInput {
	body: string
	version?: number | undefined
	idempotencyKey?: string | undefined
}

/** Returns an author's name, the username if there is no name, or a label for a deleted account. */
export const authorName = (author: ShownComment['author']) =>
	author ? author.name || author.username : 'Former member'

/** Draft keys of a new comment, by its parent, and of an edit. */
export const commentDraft = (below: string, userId: string) => `comment:${below}:${userId}`
export const commentEditDraft = (id: string, userId: string) => `comment-edit:${id}:${userId}`
