import { handle } from '#src/app/handle.ts'
import * as contracts from '#src/features/users/contract.ts'
import * as users from '#src/features/users/server/export.ts'

// It lies among the screens, so the middleware leads whoever may not have it to the sign-in before `handle` refuses.
export const prerender = false
export const GET = handle(contracts.exportUsers, users.exportUsers)
