import { adminLinksOn } from '#src/components/site/header/navigation.ts'
import type * as contracts from '#src/features/admin-home/contract.ts'
import { type Hit, type HitsOfKind, SEARCH_LIMIT } from '#src/features/admin-home/contract.ts'
import { findCoursesByTitle } from '#src/features/courses/server/find.ts'
import { findQuestions } from '#src/features/questions/server/search.ts'
import { findUsers } from '#src/features/users/server/directory.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'

interface Source {
	kind: string
	/** Returns up to `limit` hits, most likely first. Each kind has its own bounded query. */
	find(typed: string, limit: number): Promise<Hit[]>
	/** Returns the link to the list filtered by the same text, where the list has such a filter. */
	more?(typed: string): string
}

const wordsOf = (typed: string) => typed.trim().split(/\s+/)
const searchLink = (path: string) => (typed: string) => `${path}?${new URLSearchParams({ search: typed.trim() })}`

/** The searchable kinds, in display order. A new kind is an entry here. */
const sources: readonly Source[] = [
	{
		kind: 'Screens',
		find: async (typed, limit) =>
			adminLinksOn()
				.filter(({ label }) => wordsOf(typed).every((word) => label.toLowerCase().includes(word.toLowerCase())))
				.slice(0, limit)
				.map(({ label, href, group }) => ({ title: label, detail: group, href })),
	},
	{
		kind: 'Members',
		find: async (typed, limit) =>
			(await findUsers(typed, limit)).map(({ id, name, email }) => ({
				title: name,
				detail: email,
				href: `/admin/users/${id}`,
			})),
		more: searchLink('/admin/users'),
	},
	{
		kind: 'Courses',
		find: async (typed, limit) =>
			(await findCoursesByTitle(wordsOf(typed), limit)).map(({ id, title, isPublished }) => ({
				title,
				detail: isPublished ? 'Published' : 'Draft',
				href: `/admin/courses/${id}/modules`,
			})),
	},
	{
		kind: 'Questions',
		find: async (typed, limit) =>
			(await findQuestions(typed, limit)).map(({ id, title, category }) => ({
				title,
				detail: category,
				href: `/questions/${id}`,
			})),
		more: searchLink('/questions'),
	},
]

async function hitsOf({ kind, find, more }: Source, typed: string): Promise<HitsOfKind> {
	const hits = await find(typed, SEARCH_LIMIT + 1)
	return {
		kind,
		hits: hits.slice(0, SEARCH_LIMIT),
		more: hits.length > SEARCH_LIMIT && more ? more(typed) : null,
	}
}

export const searchAdmin: Service<typeof contracts.searchAdmin> = async ({ query }) => {
	if (query.q.trim() === '') return []
	const results = await Promise.all(sources.map((source) => hitsOf(source, query.q)))
	return results.filter(({ hits }) => hits.length > 0)
}
