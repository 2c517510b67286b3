/**
 * Fetches a GET endpoint and returns its JSON without validation, or undefined after a failure. For public pages, where
 * the API client and its schemas would be most of the script.
 */
export async function plainGet<Answer>(path: string, signal?: AbortSignal): Promise<Answer | undefined> {
	const answer = await fetch(path, { credentials: 'same-origin', ...(signal && { signal }) }).catch(() => undefined)
	return answer?.ok ? answer.json().catch(() => undefined) : undefined
}
