import { useState } from 'react'
import { Badge } from '#src/components/ui/Badge.tsx'
import { ConfirmDelete } from '#src/components/ui/dialogs/ConfirmDelete.tsx'
import { FetchError } from '#src/components/ui/dialogs/FetchError.tsx'
import { SelectField } from '#src/components/ui/forms/Field.tsx'
import { LocalTime } from '#src/components/ui/LocalTime.tsx'
import { type Column, RowLead } from '#src/components/ui/lists/DataTable.tsx'
import { EmptyState } from '#src/components/ui/lists/EmptyState.tsx'
import { ListTable } from '#src/components/ui/lists/ListTable.tsx'
import { type RowAction, RowMenu } from '#src/components/ui/lists/RowMenu.tsx'
import { useMutation } from '#src/lib/api/query.ts'
import { useList } from '#src/lib/api/query-list.ts'
import { useAddressFilters } from '#src/lib/lists/address-filters.ts'
import type { Page } from '#src/lib/site/page.ts'
import { RESTORABLE } from '#src/lib/trash.ts'
import type { Post } from '../contract.ts'
import { type ChosenPosts, deletePostMutation, listPostsQuery, lockPostMutation } from '../queries.ts'

const KINDS: Record<Post['kind'], string> = {
	question: 'Question',
	questionComment: 'Comment on a question',
	courseComment: 'Comment on a course',
}
const SHOWN: Record<Post['kind'], string> = {
	question: 'Questions',
	questionComment: 'Comments on questions',
	courseComment: 'Comments on courses',
}
const GOES: Record<Post['kind'], string> = {
	question: `The question and all its comments are removed for everyone. ${RESTORABLE}`,
	questionComment: 'The comment is removed for everyone. This action cannot be undone.',
	courseComment: 'The comment and its replies are removed for everyone. This action cannot be undone.',
}

const columns: readonly Column<Post>[] = [
	{
		label: 'Post',
		breaks: true,
		cell: ({ href, title, body }) => (
			<span>
				<RowLead href={href}>{title}</RowLead>
				<span className="table-line">{body}</span>
			</span>
		),
	},
	{
		label: 'Kind',
		cell: ({ kind, isLocked }) => (
			<span className="flex flex-wrap gap-1.5">
				<Badge>{KINDS[kind]}</Badge>
				{isLocked && <Badge tone="brass">Locked</Badge>}
			</span>
		),
	},
	{ label: 'Author', cell: ({ author }) => <span className="block min-w-32">{author?.name ?? 'Former member'}</span> },
	{
		label: 'Written',
		sort: 'written',
		isNarrow: true,
		cell: ({ createdAt }) => <LocalTime when={createdAt} />,
	},
]

type ListProps = {
	chosen: ChosenPosts
	initial: Page<Post>
}

export function PostList({ chosen: first, initial }: ListProps) {
	const { filters: chosen, isFirst, setFilters } = useAddressFilters(first, { remember: '/admin/moderation' })
	const [deleting, setDeleting] = useState<Post>()
	const query = useList(listPostsQuery(chosen), { initial: isFirst ? initial : undefined })
	const lock = useMutation(lockPostMutation)
	const menuOf = (post: Post): RowAction[] => [
		...(post.isLocked === null
			? []
			: [{ label: post.isLocked ? 'Unlock' : 'Lock', isDisabled: lock.isPending, onSelect: () => lock.mutate(post) }]),
		{ label: 'Delete', isDanger: true, onSelect: () => setDeleting(post) },
	]
	return (
		<>
			<div className="mb-6 max-w-72">
				<SelectField
					label="Show"
					value={chosen.kind}
					onChange={(event) => setFilters({ kind: event.target.value as ChosenPosts['kind'] })}
					options={{ '': 'All posts', ...SHOWN }}
				/>
			</div>
			{query.error && <FetchError title="Failed to fetch posts" error={query.error} onRetry={query.refetch} />}
			<ListTable
				list={query}
				empty={
					<EmptyState title={chosen.kind === '' ? 'No posts yet' : 'No posts of this kind yet'}>
						Member posts appear here, newest first.
					</EmptyState>
				}
				caption={`Member posts, ${chosen.order === 'asc' ? 'oldest' : 'newest'} first`}
				columns={columns}
				keyOf={({ id }) => id}
				sorting={{ by: 'written', isDescending: chosen.order !== 'asc' }}
				// Newest first is the default, which the URL omits.
				onSort={({ isDescending }) => setFilters({ order: isDescending ? '' : 'asc' })}
				actions={(post) => (
					<RowMenu
						of={`${KINDS[post.kind].toLowerCase()} by ${post.author?.name ?? 'former member'}: ${post.title}`}
						actions={menuOf(post)}
					/>
				)}
			/>
			{deleting && (
				<ConfirmDelete
					title="Delete this post?"
					text={GOES[deleting.kind]}
					mutation={deletePostMutation(deleting)}
					onDeleted={() => setDeleting(undefined)}
					onClose={() => setDeleting(undefined)}
				/>
			)}
		</>
	)
}
