import { createHash } from 'node:crypto'
import { refusal } from '#src/lib/errors.ts'
import { PreparedJson, type Service } from '#src/platform/create-handle.ts'
import { PAGE_CACHE_CONTROL } from '#src/platform/http/static-store.ts'
import * as contracts from '../library-contract.ts'
import { findEpisode, readPages, readTranscriptOf } from './episode-pages.ts'

const cacheControl = (isSessionless: boolean) => (isSessionless ? PAGE_CACHE_CONTROL : 'private, no-cache')
const etagOf = (bytes: Buffer) => `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`

export const getEpisode: Service<typeof contracts.getEpisode> = async ({ params: { id } }, context) => {
	const row = await findEpisode(id)
	const page = row?.slug ? (await readPages([row.slug])).get(row.slug) : undefined
	if (!page) throw refusal(contracts.getEpisode.errors.notFound)
	const json = PreparedJson.of(contracts.getEpisode, page.episode)
	context.setHeader('Cache-Control', cacheControl(context.isSessionless))
	return context.notModified(etagOf(json.bytes)) ?? json
}

export const getTranscript: Service<typeof contracts.getTranscript> = async ({ params: { id } }, context) => {
	const { errors } = contracts.getTranscript
	const row = await findEpisode(id)
	if (!row) throw refusal(errors.notFound)
	const found = await readTranscriptOf(row.id)
	if (!found) throw refusal(errors.none)
	const { language, speakers, paragraphs } = found
	const json = PreparedJson.of(contracts.getTranscript, { language, speakers, paragraphs })
	context.setHeader('Cache-Control', cacheControl(context.isSessionless))
	return context.notModified(etagOf(json.bytes)) ?? json
}
