interface ModuleRef {
	courseId: string
	moduleId: string
	isPublished: boolean
}

/** Returns the URL of a module's discussion, or of a comment in it. A draft has no public page. */
export const discussionHref = ({ courseId, moduleId, isPublished }: ModuleRef, commentId?: string) =>
	`${isPublished ? `/courses/${courseId}` : `/admin/courses/${courseId}/preview`}${
		commentId === undefined ? `#module-${moduleId}` : `?m=${moduleId}#comment-${commentId}`
	}`
