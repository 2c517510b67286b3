/**
 * Returns the answer of a GET endpoint, unparsed; undefined after a failure. For public pages: the API client and its
 * schemas would be most of their script.
 */
export async function plainGet<Answer>(path: string, signal?: AbortSignal): Promise<Answer | undefined> {
	const answer = await fetch(path, { credentials: 'same-origin', ...(signal && { signal }) }).catch(() => undefined)
	return answer?.ok ? answer.json().catch(() => undefined) : undefined
}
