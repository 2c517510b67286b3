import { useState } from 'react'
import { Badge } from '#src/components/ui/Badge.tsx'
import { SelectField } from '#src/components/ui/forms/Field.tsx'
import { LocalTime } from '#src/components/ui/LocalTime.tsx'
import { type Column, RowLead } from '#src/components/ui/lists/DataTable.tsx'
import { EmptyState } from '#src/components/ui/lists/EmptyState.tsx'
import { ListTable } from '#src/components/ui/lists/ListTable.tsx'
import { type RowAction, RowMenu } from '#src/components/ui/lists/RowMenu.tsx'
import { keepPostMutation } from '#src/features/comments/post-queries.ts'
import { useMutation } from '#src/lib/api/query.ts'
import { useList } from '#src/lib/api/query-list.ts'
import { useUrlFilters } from '#src/lib/lists/address-filters.ts'
import type { Page } from '#src/lib/site/page.ts'
import type { Post } from '../contract.ts'
import { listPostsQuery, lockPostMutation, POST_LISTS, type PostFilters } from '../queries.ts'
import { type Decision, KIND_LABELS, PostDecision, postName } from './PostDecision.tsx'

const FILTER_LABELS: Record<Post['kind'], string> = {
	question: 'Questions',
	questionComment: 'Comments on questions',
	courseComment: 'Comments on courses',
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
		cell: ({ kind, isLocked, hidden }) => (
			<span className="flex flex-wrap gap-1.5">
				<Badge>{KIND_LABELS[kind]}</Badge>
				{isLocked && <Badge tone="brass">Locked</Badge>}
				{hidden && <Badge tone="brass">Hidden</Badge>}
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
	chosen: PostFilters
	initial: Page<Post>
	isAdmin: boolean
}

export function PostList({ chosen: first, initial, isAdmin }: ListProps) {
	const { filters, isInitial, setFilters } = useUrlFilters(first, { remember: '/admin/moderation' })
	const [decision, setDecision] = useState<Decision>()
	const query = useList(listPostsQuery(filters), { initial: isInitial ? initial : undefined })
	const lock = useMutation(lockPostMutation)
	const keep = useMutation(keepPostMutation(POST_LISTS))
	const menuOf = (post: Post): RowAction[] => [
		...(post.isLocked === null
			? []
			: [{ label: post.isLocked ? 'Unlock' : 'Lock', isDisabled: lock.isPending, onSelect: () => lock.mutate(post) }]),
		post.hidden
			? { label: 'Restore', isDisabled: keep.isPending, onSelect: () => keep.mutate(post) }
			: { label: 'Hide', onSelect: () => setDecision({ what: 'hide', post }) },
		...(isAdmin ? [{ label: 'Delete', isDanger: true, onSelect: () => setDecision({ what: 'delete', post }) }] : []),
	]
	return (
		<section aria-labelledby="posts-title">
			<h2 id="posts-title" className="mb-4 text-title">
				All posts
			</h2>
			<div className="mb-6 max-w-72">
				<SelectField
					label="Show"
					value={filters.state || filters.kind}
					onChange={({ target: { value } }) =>
						setFilters(
							value === 'hidden' ? { state: 'hidden', kind: '' } : { state: '', kind: value as PostFilters['kind'] },
						)
					}
					options={{ '': 'All posts', ...FILTER_LABELS, hidden: 'Hidden posts' }}
				/>
			</div>
			<ListTable
				list={query}
				failed="Failed to fetch posts"
				empty={<NoPosts {...filters} />}
				caption={`Member posts, ${filters.order === 'asc' ? 'oldest' : 'newest'} first`}
				columns={columns}
				keyOf={({ id }) => id}
				sorting={{ by: 'written', isDescending: filters.order !== 'asc' }}
				// Newest first is the default, which the URL omits.
				onSort={({ isDescending }) => setFilters({ order: isDescending ? '' : 'asc' })}
				actions={(post) => <RowMenu of={postName(post)} actions={menuOf(post)} />}
			/>
			<PostDecision decision={decision} onClose={() => setDecision(undefined)} />
		</section>
	)
}

function NoPosts({ state, kind }: Pick<PostFilters, 'state' | 'kind'>) {
	if (state === 'hidden')
		return <EmptyState title="No hidden posts">Posts that moderators or reports hide appear here.</EmptyState>
	return (
		<EmptyState title={kind === '' ? 'No posts yet' : 'No posts of this kind yet'}>
			Member posts appear here, newest first.
		</EmptyState>
	)
}
