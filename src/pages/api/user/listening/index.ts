import { handle } from '#src/app/handle.ts'
import * as contracts from '#src/features/podcast/library-contract.ts'
import * as library from '#src/features/podcast/server/listening.ts'

export const prerender = false
export const GET = handle(contracts.listListening, library.listListening)
