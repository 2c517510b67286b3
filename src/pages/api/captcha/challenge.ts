import { getCaptchaChallenge } from '#src/features/applications/contract.ts'
import { readChallenge } from '#src/features/applications/server/apply.ts'
import { handle } from '#src/server/handle.ts'

export const prerender = false
export const GET = handle(getCaptchaChallenge, readChallenge)
