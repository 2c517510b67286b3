import { httpError } from '#src/lib/api/errors.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { openCursor, page } from '#src/platform/endpoint/paging.ts'
import * as contracts from '../contract.ts'
import { sources } from './posts.ts'

export const listPosts: Service<typeof contracts.listPosts> = async ({ query }, context) => {
	const selectedSources = query.kind ? [sources[query.kind]] : Object.values(sources)
	const { order, limit } = query
	const isHidden = query.state === 'hidden'
	const [after] = openCursor(query.cursor, 'id') ?? []
	const lists = await Promise.all(
		selectedSources.map((source) => source.list({ after, order, isHidden, limit: limit + 1 })),
	)
	const sign = order === 'asc' ? -1 : 1
	const all = lists.flat().sort((a, b) => (a.id < b.id ? sign : -sign))
	const counts = await Promise.all(selectedSources.map((source) => source.count(isHidden)))
	const total = counts.reduce((whole, part) => whole + part, 0)
	return page(context, contracts.listPosts, { query }, all, { total, cursorOf: ({ id }) => [id] })
}

export const deletePost: Service<typeof contracts.deletePost> = async ({ params }, { user }) => {
	if (!(await sources[params.kind].remove(params.id, user))) throw httpError(contracts.deletePost.errors.notFound)
}

export const lockPost: Service<typeof contracts.lockPost> = async ({ params, body }, { user }) => {
	if (!(await sources[params.kind].lock?.(params.id, body.isLocked, user)))
		throw httpError(contracts.lockPost.errors.notFound)
}
