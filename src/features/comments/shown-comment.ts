import type { HiddenState } from './post-contract.ts'

/** A comment on a question or in a course, as its component shows it. */
export interface ShownComment {
	id: string
	body: string
	/** Null once the account is deleted. */
	author: { name: string; username: string } | null
	createdAt: string
	isOwn: boolean
	isEdited: boolean
	/** Its author deleted it: `DELETED` is its body. */
	isDeleted?: boolean
	isHelpful: boolean
	/** Without a text the viewer may not read it. */
	hidden: HiddenState
	version: number
	/** Usernames in the body that belong to members. */
	mentions: readonly string[]
	isInstructor?: boolean
	isPinned?: boolean
	/** Written by someone else since the viewer's last visit. */
	isNew?: boolean
}

/** What a form of a comment sends. */
export interface CommentInput {
	body: string
	version?: number | undefined
	idempotencyKey?: string | undefined
}

/** Returns an author's name, else the username, or a text for a deleted account. */
export const authorName = (author: ShownComment['author']) =>
	author ? author.name || author.username : 'Former member'

/** Keys of the drafts of a comment below something, and of an edit. */
export const commentDraft = (below: string, userId: string) => `comment:${below}:${userId}`
export const commentEditDraft = (id: string, userId: string) => `comment-edit:${id}:${userId}`
