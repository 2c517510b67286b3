import { useEffect, useMemo, useState } from 'react'

/** A comment that the address links to, and the id of the element to focus. */
interface Wanted {
	id: string
	place: string
}

interface LoadedComments {
	items: readonly { id: string }[]
	hasMore: boolean
	isLoadingMore: boolean
	error: Error | null
	loadMore: () => unknown
}

/** Returns the hash of the address; empty on the server and before hydration. */
export function useHash(): string {
	const [hash, setHash] = useState('')
	useEffect(() => {
		const follow = () => setHash(window.location.hash)
		follow()
		// Links within the page change only the hash.
		window.addEventListener('hashchange', follow)
		return () => window.removeEventListener('hashchange', follow)
	}, [])
	return hash
}

/** Returns the id of the comment in a hash. */
export const commentIn = (hash: string) => /^#comment-(\w+)$/.exec(hash)?.[1]

/** Loads more comments until the wanted one is loaded, and focuses it once. */
export function useFocusWanted(id: string | undefined, place: string, comments: LoadedComments): void {
	const asked = useMemo<Wanted | undefined>(() => (id === undefined ? undefined : { id, place }), [id, place])
	const [settled, setSettled] = useState<Wanted>()
	const { items, hasMore, isLoadingMore, error, loadMore } = comments
	useEffect(() => {
		if (asked === undefined || asked === settled || isLoadingMore || error) return
		const isThere = items.some((comment) => comment.id === asked.id)
		if (isThere) document.getElementById(asked.place)?.focus()
		if (isThere || !hasMore) setSettled(asked)
		else loadMore()
	}, [asked, settled, items, hasMore, isLoadingMore, error, loadMore])
}
