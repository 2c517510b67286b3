import { coursesExist } from '#src/features/courses/server/taken-over.ts'
import { importServices } from '#src/features/users/server/imports.ts'

export const { createImport } = importServices(coursesExist)
