import { handle } from '#src/app/handle.ts'
import * as contracts from '#src/features/users/contract.ts'
import * as directory from '#src/features/users/server/directory.ts'
import * as manage from '#src/features/users/server/manage.ts'

export const prerender = false
export const GET = handle(contracts.listUsers, directory.listUsers)
export const POST = handle(contracts.createUser, manage.createUser)
