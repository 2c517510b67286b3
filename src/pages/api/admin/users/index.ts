import { handle } from '#src/app/handle.ts'
import { addUser, listUsers } from '#src/features/users/contract.ts'
import { readUsers } from '#src/features/users/server/directory.ts'
import { add } from '#src/features/users/server/manage.ts'

export const prerender = false
export const GET = handle(listUsers, readUsers)
export const POST = handle(addUser, add)
