import { query } from '#src/lib/api/query.ts'
import { listCreditCourses } from './credit-courses-contract.ts'

export const listCreditCoursesQuery = query(listCreditCourses)
