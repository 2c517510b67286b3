import { restorableSession } from '#src/features/coaching/server/restorable-session.ts'
import { restorableCourse } from '#src/features/courses/server/restorable-course.ts'
import { restorableCourseComment } from '#src/features/discussion/server/restorable-comment.ts'
import { restorableModule } from '#src/features/modules/server/restorable-module.ts'
import {
	restorableCategory,
	restorableQuestion,
	restorableQuestionComment,
} from '#src/features/questions/server/restorable-posts.ts'
import { restorableAccount } from '#src/features/users/server/restorable-account.ts'
import type { Restorable } from '#src/platform/trash.ts'
import type { DeletedKind } from '../contract.ts'

/** All kinds. A new kind needs a line here and a value of the column `kind`. */
export const restorables: Record<DeletedKind, Restorable> = {
	course: restorableCourse,
	module: restorableModule,
	session: restorableSession,
	category: restorableCategory,
	question: restorableQuestion,
	questionComment: restorableQuestionComment,
	courseComment: restorableCourseComment,
	account: restorableAccount,
}
