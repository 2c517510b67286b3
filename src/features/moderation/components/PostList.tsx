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
import { useAddressFilters } from '#src/lib/lists/address-filters.ts'
import type { Page } from '#src/lib/site/page.ts'
import type { Post } from '../contract.ts'
import { type ChosenPosts, listPostsQuery, lockPostMutation, POSTS } from '../queries.ts'
import { type Decision, KINDS, nameOf, PostDecision } from './PostDecision.tsx'

const SHOWN: Record<Post['kind'], string> = {
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
				<Badge>{KINDS[kind]}</Badge>
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
	chosen: ChosenPosts
	initial: Page<Post>
	isAdmin: boolean
}

export function PostList({ chosen: first, initial, isAdmin }: ListProps) {
	const { filters: chosen, isFirst, setFilters } = useAddressFilters(first, { remember: '/admin/moderation' })
	const [decision, setDecision] = useState<Decision>()
	const query = useList(listPostsQuery(chosen), { initial: isFirst ? initial : undefined })
	const lock = useMutation(lockPostMutation)
	const keep = useMutation(keepPostMutation(POSTS))
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
					value={chosen.state || chosen.kind}
					onChange={({ target: { value } }) =>
						setFilters(
							value === 'hidden' ? { state: 'hidden', kind: '' } : { state: '', kind: value as ChosenPosts['kind'] },
						)
					}
					options={{ '': 'All posts', ...SHOWN, hidden: 'Hidden posts' }}
				/>
			</div>
			<ListTable
				list={query}
				failed="Failed to fetch posts"
				empty={<NoPosts {...chosen} />}
				caption={`Member posts, ${chosen.order === 'asc' ? 'oldest' : 'newest'} first`}
				columns={columns}
				keyOf={({ id }) => id}
				sorting={{ by: 'written', isDescending: chosen.order !== 'asc' }}
				// Newest first is the default, which the URL omits.
				onSort={({ isDescending }) => setFilters({ order: isDescending ? '' : 'asc' })}
				actions={(post) => <RowMenu of={nameOf(post)} actions={menuOf(post)} />}
			/>
			<PostDecision decision={decision} onClose={() => setDecision(undefined)} />
		</section>
	)
}

function NoPosts({ state, kind }: Pick<ChosenPosts, 'state' | 'kind'>) {
	if (state === 'hidden')
		return <EmptyState title="No hidden posts">Posts that moderators or reports hide appear here.</EmptyState>
	return (
		<EmptyState title={kind === '' ? 'No posts yet' : 'No posts of this kind yet'}>
			Member posts appear here, newest first.
		</EmptyState>
	)
}
