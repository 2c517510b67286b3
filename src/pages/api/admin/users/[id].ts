import { handle } from '#src/app/handle.ts'
import { deleteUser, editUser } from '#src/features/users/contract.ts'
import { edit, remove } from '#src/features/users/server/manage.ts'

export const prerender = false
export const PUT = handle(editUser, edit)
export const DELETE = handle(deleteUser, remove)
