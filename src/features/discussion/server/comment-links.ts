import { comments } from '#db/schema/discussion.ts'
import { linkedTexts } from '#src/platform/publish/content-links.ts'

export const courseCommentTexts = linkedTexts('courseComment', comments, { content: comments.content })
