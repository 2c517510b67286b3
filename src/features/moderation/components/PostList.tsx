import { useState } from 'react'
import { Badge } from '#src/components/ui/Badge.tsx'
import { Button } from '#src/components/ui/Button.tsx'
import { ConfirmDelete } from '#src/components/ui/ConfirmDelete.tsx'
import { EmptyState } from '#src/components/ui/EmptyState.tsx'
import { FetchError } from '#src/components/ui/FetchError.tsx'
import { SelectField } from '#src/components/ui/Field.tsx'
import { LoadMore } from '#src/components/ui/LoadMore.tsx'
import { LocalTime } from '#src/components/ui/LocalTime.tsx'
import { useAddressFilters } from '#src/lib/address-filters.ts'
import { canComeBack } from '#src/lib/kept-deleted.ts'
import type { Page } from '#src/lib/page.ts'
import { useMutation } from '#src/lib/query.ts'
import { useList } from '#src/lib/query-list.ts'
import type { Post } from '../contract.ts'
import { deletePostMutation, type KindFilter, listPostsQuery, lockPostMutation } from '../queries.ts'

const KINDS: Record<Post['kind'], string> = {
	question: 'Question',
	questionComment: 'Comment on a question',
	courseComment: 'Comment on a course',
}
/** What goes for everybody when it is deleted. */
const GOES: Record<Post['kind'], string> = {
	question: `The question and all its comments are removed for everybody. ${canComeBack('them')}`,
	questionComment: 'The comment is removed for everybody. This action cannot be undone.',
	courseComment: 'The comment and its replies are removed for everybody. This action cannot be undone.',
}

function LockButton({ post }: { post: Post }) {
	const mutation = useMutation(lockPostMutation)
	const word = post.isLocked ? 'Unlock' : 'Lock'
	return (
		<Button
			variant="quiet"
			aria-label={`${word} question: ${post.title}`}
			loading={mutation.isPending}
			onClick={() => mutation.mutate(post)}
		>
			{word}
		</Button>
	)
}

function PostItem({ post, onDelete }: { post: Post; onDelete: () => void }) {
	const kind = KINDS[post.kind]
	return (
		<li className="grid items-center gap-x-6 gap-y-1 border-b border-rule py-3 sm:grid-cols-[minmax(0,1fr)_auto]">
			<div className="min-w-0">
				<div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small">
					<Badge>{kind}</Badge>
					{post.isLocked && <Badge tone="brass">Locked</Badge>}
					<span className="font-label">{post.author ? post.author.name : 'Former member'}</span>
					<span className="text-muted">
						<LocalTime when={post.createdAt} />
					</span>
				</div>
				<h2 className="mt-1 text-ui break-words">
					<a className="link" href={post.href}>
						{post.title}
					</a>
				</h2>
				<p className="post mt-0.5 line-clamp-3 max-w-reading text-small text-muted">{post.body}</p>
			</div>
			<div className="-ml-2 flex flex-wrap gap-2 sm:ml-0">
				{post.isLocked !== null && <LockButton post={post} />}
				<Button
					variant="quiet"
					aria-label={`Delete ${kind.toLowerCase()} by ${post.author?.name ?? 'former member'}: ${post.title}`}
					onClick={onDelete}
				>
					Delete
				</Button>
			</div>
		</li>
	)
}

type ListProps = {
	/** The kind that the address asked for, and its first page. */
	kind: KindFilter
	initial: Page<Post>
}

/** What members wrote lately, of every kind in one place. */
export function PostList({ kind: first, initial }: ListProps) {
	const { filters, isFirst, setFilters } = useAddressFilters({ kind: first }, { remember: '/admin/moderation' })
	const { kind } = filters
	const [deleting, setDeleting] = useState<Post>()
	const query = useList(listPostsQuery(kind), { initial: isFirst ? initial : undefined })
	const posts = query.items
	return (
		<>
			<div className="mb-6 max-w-72">
				<SelectField
					label="Show"
					value={kind}
					onChange={(event) => setFilters({ kind: event.target.value as KindFilter })}
				>
					<option value="">All posts</option>
					{Object.entries(KINDS).map(([value, label]) => (
						<option key={value} value={value}>
							{label}
						</option>
					))}
				</SelectField>
			</div>
			{query.error && <FetchError title="Failed to fetch posts" error={query.error} onRetry={query.refetch} />}
			{!query.error && posts.length === 0 && (
				<div className="card">
					<EmptyState title="No posts yet">What members write appears here, newest first.</EmptyState>
				</div>
			)}
			<ul className="border-t border-rule empty:border-0">
				{posts.map((post) => (
					<PostItem key={post.id} post={post} onDelete={() => setDeleting(post)} />
				))}
			</ul>
			{posts.length > 0 && (
				<LoadMore
					shown={posts.length}
					total={query.total}
					hasMore={query.hasMore}
					loading={query.isLoadingMore}
					onMore={query.loadMore}
				/>
			)}
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
