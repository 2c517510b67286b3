import { Skeleton } from '#src/components/ui/Skeleton.tsx'

export function DiscussionSkeleton() {
	return (
		<div role="status" className="grid gap-5">
			<span className="sr-only">Loading comments...</span>
			{[0, 1].map((row) => (
				<div key={row} className="flex gap-4">
					<Skeleton className="size-9 rounded-full" />
					<div className="grid flex-1 gap-2">
						<Skeleton className="h-4 w-40" />
						<Skeleton className="h-4 w-full" />
					</div>
				</div>
			))}
		</div>
	)
}
