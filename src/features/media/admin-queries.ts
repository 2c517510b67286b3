import type { BodyInput, CallInput } from '#src/lib/api/contract.ts'
import { mutation, query } from '#src/lib/api/query.ts'
import { list } from '#src/lib/api/query-list.ts'
import { completeMedia, createMedia, deleteMedia, listMedia, listMediaParts, putMediaPart } from './contract.ts'
import type { Kind } from './kinds.ts'

type Cancellable = { signal?: AbortSignal | undefined }
const cancellable = ({ signal }: Cancellable) => (signal ? { signal } : {})

/** The files of a kind, or all, whose names have these letters. */
export const listMediaQuery = (kind: Kind | '', search: string) =>
	list(listMedia, { query: { ...(kind === '' ? {} : { kind }), ...(search === '' ? {} : { search }) } })

/** Which parts of an upload are there. */
export const listMediaPartsQuery = (id: string) => query(listMediaParts, { params: { id } })

// The steps of `uploadFile`, which says in place what became of them.

export const createMediaMutation = mutation(createMedia, {
	input: ({ body, ...ways }: { body: BodyInput<typeof createMedia> } & Cancellable) => ({ body, ...cancellable(ways) }),
	fallback: 'The file could not be sent',
})

export const putMediaPartMutation = mutation(putMediaPart, {
	input: ({ signal, ...input }: CallInput<typeof putMediaPart> & Cancellable) => ({
		...input,
		...cancellable({ signal }),
	}),
	fallback: 'The file could not be sent',
})

export const completeMediaMutation = mutation(completeMedia, {
	input: ({ id, sha256, ...ways }: { id: string; sha256: string } & Cancellable) => ({
		params: { id },
		body: { sha256 },
		...cancellable(ways),
	}),
	fallback: 'The file could not be sent',
})

/** Said in the dialog where it fails. */
export const deleteMediaMutation = (id: string) =>
	mutation(deleteMedia, {
		input: () => ({ params: { id } }),
		done: 'File deleted',
		fallback: 'The file could not be deleted',
		refreshes: [listMedia],
	})

/** Takes back an upload that came to nothing: nobody needs to be told. */
export const deleteMediaQuietlyMutation = mutation(deleteMedia, {
	key: 'drop',
	input: (id: string) => ({ params: { id }, query: { only: 'unfinished' as const } }),
	fallback: 'The upload could not be taken back',
})
