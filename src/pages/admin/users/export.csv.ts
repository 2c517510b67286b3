import { handle } from '#src/app/handle.ts'
import { exportUsers } from '#src/features/users/contract.ts'
import { readUsersFile } from '#src/features/users/server/export.ts'

// It lies among the screens, so the middleware leads whoever may not have it to the sign-in before `handle` refuses.
export const prerender = false
export const GET = handle(exportUsers, readUsersFile)
