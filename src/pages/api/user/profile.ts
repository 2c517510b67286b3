import { handle } from '#src/app/handle.ts'
import { editProfile } from '#src/features/account/contract.ts'
import { saveProfile } from '#src/features/account/server/service.ts'

export const prerender = false
export const PUT = handle(editProfile, saveProfile)
