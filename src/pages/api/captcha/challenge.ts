import { handle } from '#src/app/handle.ts'
import { getCaptchaChallenge } from '#src/features/applications/contract.ts'
import { readChallenge } from '#src/features/applications/server/apply.ts'

export const prerender = false
export const GET = handle(getCaptchaChallenge, readChallenge)
