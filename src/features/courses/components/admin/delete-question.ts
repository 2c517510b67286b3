import { RESTORABLE } from '#src/lib/trash.ts'

/** Confirmation before a course is deleted (docs/product.md, Administration). */
export const DELETE_QUESTION = `Are you sure you want to delete this course? This action cannot be undone.

Its modules, enrollments, progress, journals and comments are deleted too. ${RESTORABLE}`
