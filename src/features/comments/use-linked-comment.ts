import { useEffect, useMemo, useState } from 'react'

/** A comment that the URL links to, and the id of the element to focus. */
interface LinkTarget {
	id: string
	elementId: string
}

interface LoadedComments {
	items: readonly { id: string }[]
	hasMore: boolean
	isLoadingMore: boolean
	error: Error | null
	loadMore: () => unknown
}

/** Returns the hash of the URL; empty on the server and before hydration. */
export function useHash(): string {
	const [hash, setHash] = useState('')
	useEffect(() => {
		const update = () => setHash(window.location.hash)
		update()
		// Links within the page change only the hash.
		window.addEventListener('hashchange', update)
		return () => window.removeEventListener('hashchange', update)
	}, [])
	return hash
}

/** Returns the id of the comment in a hash. */
export const commentIdIn = (hash: string) => /^#comment-(\w+)$/.exec(hash)?.[1]

/** Loads more comments until the linked one is loaded, and focuses it once. */
export function useFocusLinked(id: string | undefined, elementId: string, comments: LoadedComments): void {
	const target = useMemo<LinkTarget | undefined>(
		() => (id === undefined ? undefined : { id, elementId }),
		[id, elementId],
	)
	const [handled, setHandled] = useState<LinkTarget>()
	const { items, hasMore, isLoadingMore, error, loadMore } = comments
	useEffect(() => {
		if (target === undefined || target === handled || isLoadingMore || error) return
		const isLoaded = items.some((comment) => comment.id === target.id)
		if (isLoaded) document.getElementById(target.elementId)?.focus()
		if (isLoaded || !hasMore) setHandled(target)
		else loadMore()
	}, [target, handled, items, hasMore, isLoadingMore, error, loadMore])
}
