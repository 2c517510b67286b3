import { editProfile } from '#src/features/account/contract.ts'
import { saveProfile } from '#src/features/account/server/service.ts'
import { handle } from '#src/server/handle.ts'

export const prerender = false
export const PUT = handle(editProfile, saveProfile)
