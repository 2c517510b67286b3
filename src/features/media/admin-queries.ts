import type { BodyInput, CallInput } from '#src/lib/api/contract.ts'
import { mutation, query } from '#src/lib/api/query.ts'
import { list } from '#src/lib/api/query-list.ts'
import { completeMedia, createMedia, deleteMedia, listMedia, listMediaParts, putMediaPart } from './contract.ts'
import type { Kind } from './kinds.ts'

type Cancellable = { signal?: AbortSignal | undefined }
const cancellable = ({ signal }: Cancellable) => (signal ? { signal } : {})

/** Lists files of a kind, or of all kinds, whose names contain the text. */
export const listMediaQuery = (kind: Kind | '', search: string) =>
	list(listMedia, { query: { ...(kind === '' ? {} : { kind }), ...(search === '' ? {} : { search }) } })

/** Lists the parts of an upload that have arrived. */
export const listMediaPartsQuery = (id: string) => query(listMediaParts, { params: { id } })

// Steps of `uploadFile`. They show no messages, since the upload area shows the progress and any failure.

export const createMediaMutation = mutation(createMedia, {
	input: ({ body, ...options }: { body: BodyInput<typeof createMedia> } & Cancellable) => ({
		body,
		...cancellable(options),
	}),
	fallback: 'The file could not be uploaded',
})

export const putMediaPartMutation = mutation(putMediaPart, {
	input: ({ signal, ...input }: CallInput<typeof putMediaPart> & Cancellable) => ({
		...input,
		...cancellable({ signal }),
	}),
	fallback: 'The file could not be uploaded',
})

export const completeMediaMutation = mutation(completeMedia, {
	input: ({ id, sha256, ...options }: { id: string; sha256: string } & Cancellable) => ({
		params: { id },
		body: { sha256 },
		...cancellable(options),
	}),
	fallback: 'The file could not be uploaded',
})

/** Errors are shown in the dialog. */
export const deleteMediaMutation = (id: string) =>
	mutation(deleteMedia, {
		input: () => ({ params: { id } }),
		done: 'File deleted',
		fallback: 'The file could not be deleted',
		refreshes: [listMedia],
	})

/** Deletes a failed upload without a message. */
export const deleteMediaQuietlyMutation = mutation(deleteMedia, {
	key: 'drop',
	input: (id: string) => ({ params: { id }, query: { only: 'unfinished' as const } }),
	fallback: 'The upload could not be cancelled',
})
