import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Badge } from '#src/components/ui/Badge.tsx'
import { Button } from '#src/components/ui/Button.tsx'
import { ConfirmDialog } from '#src/components/ui/ConfirmDialog.tsx'
import { EmptyState } from '#src/components/ui/EmptyState.tsx'
import { FetchError } from '#src/components/ui/FetchError.tsx'
import { SelectField } from '#src/components/ui/Field.tsx'
import { LoadMore } from '#src/components/ui/LoadMore.tsx'
import { LocalTime } from '#src/components/ui/LocalTime.tsx'
import { call } from '#src/lib/api-client.ts'
import { messageOf } from '#src/lib/errors.ts'
import { failureToast } from '#src/lib/failure-toast.ts'
import type { Page } from '#src/lib/page.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { showToast } from '#src/lib/toast.ts'
import { deletePost, lockPost, type Post } from '../contract.ts'
import { type KindFilter, postsQuery, refreshPosts } from '../queries.ts'

const KINDS: Record<Post['kind'], string> = {
	question: 'Question',
	questionComment: 'Comment on a question',
	courseComment: 'Comment on a course',
}
/** What goes for everybody when it is deleted. */
const GOES: Record<Post['kind'], string> = {
	question: 'The question and all its comments are',
	questionComment: 'The comment is',
	courseComment: 'The comment and its replies are',
}
const FAILED = 'Failed to delete post'

function DeleteDialog({ post, onClose }: { post: Post; onClose: () => void }) {
	const mutation = useMutation(
		{
			mutationFn: () => call(deletePost, { params: { kind: post.kind, id: post.id } }),
			async onSuccess() {
				// First, so that the focus goes to what is left.
				await refreshPosts()
				showToast({ title: 'Post deleted' })
				onClose()
			},
			onError: failureToast(FAILED),
		},
		queryClient,
	)
	return (
		<ConfirmDialog
			title="Delete this post?"
			description={`${GOES[post.kind]} removed for everybody. This action cannot be undone.`}
			isBusy={mutation.isPending}
			failure={mutation.isError && messageOf(mutation.error, FAILED)}
			onConfirm={() => mutation.mutate()}
			onClose={onClose}
		/>
	)
}

function LockButton({ post }: { post: Post }) {
	const mutation = useMutation(
		{
			mutationFn: () =>
				call(lockPost, { params: { kind: post.kind, id: post.id }, body: { isLocked: !post.isLocked } }),
			async onSuccess() {
				showToast({ title: post.isLocked ? 'Question unlocked' : 'Question locked' })
				await refreshPosts()
			},
			onError: failureToast('Failed to change the lock', ''),
		},
		queryClient,
	)
	const word = post.isLocked ? 'Unlock' : 'Lock'
	return (
		<Button
			variant="quiet"
			aria-label={`${word} question: ${post.title}`}
			loading={mutation.isPending}
			onClick={() => mutation.mutate()}
		>
			{word}
		</Button>
	)
}

/** What members wrote lately, of every kind in one place. */
export function PostList({ initial }: { initial: Page<Post> }) {
	const [kind, setKind] = useState<KindFilter>('')
	const [deleting, setDeleting] = useState<Post>()
	const query = useInfiniteQuery(
		{
			...postsQuery(kind),
			...(kind === '' ? { initialData: { pages: [initial], pageParams: [undefined] } } : {}),
			placeholderData: (previous) => previous,
		},
		queryClient,
	)
	const pages = query.data?.pages ?? []
	const posts = pages.flatMap(({ items }) => items)
	return (
		<>
			<div className="mb-6 max-w-72">
				<SelectField label="Show" value={kind} onChange={(event) => setKind(event.target.value as KindFilter)}>
					<option value="">All posts</option>
					{Object.entries(KINDS).map(([value, label]) => (
						<option key={value} value={value}>
							{label}
						</option>
					))}
				</SelectField>
			</div>
			{query.isError && <FetchError title="Failed to fetch posts" error={query.error} onRetry={query.refetch} />}
			{!query.isError && posts.length === 0 && (
				<div className="card">
					<EmptyState title="No posts yet">What members write appears here, newest first.</EmptyState>
				</div>
			)}
			<ul className="border-t border-rule empty:border-0">
				{posts.map((post) => (
					<li key={post.id} className="border-b border-rule py-5">
						<div className="flex flex-wrap items-center gap-x-3 gap-y-1">
							<Badge>{KINDS[post.kind]}</Badge>
							{post.isLocked && <Badge tone="brass">Locked</Badge>}
							<span className="font-label">{post.author ? post.author.name : 'Former member'}</span>
							<span className="text-small text-muted">
								<LocalTime when={post.createdAt} />
							</span>
						</div>
						<h2 className="mt-2 text-subtitle break-words">
							<a className="link" href={post.href}>
								{post.title}
							</a>
						</h2>
						<p className="post mt-1.5 line-clamp-4 max-w-reading text-muted">{post.body}</p>
						<div className="mt-1 -ml-2 flex flex-wrap gap-2">
							{post.isLocked !== null && <LockButton post={post} />}
							<Button
								variant="quiet"
								aria-label={`Delete ${KINDS[post.kind].toLowerCase()} by ${post.author?.name ?? 'former member'}: ${post.title}`}
								onClick={() => setDeleting(post)}
							>
								Delete
							</Button>
						</div>
					</li>
				))}
			</ul>
			{posts.length > 0 && (
				<LoadMore
					shown={posts.length}
					total={pages.at(-1)?.total ?? 0}
					hasMore={query.hasNextPage}
					loading={query.isFetchingNextPage}
					onMore={() => void query.fetchNextPage()}
				/>
			)}
			{deleting && <DeleteDialog post={deleting} onClose={() => setDeleting(undefined)} />}
		</>
	)
}
