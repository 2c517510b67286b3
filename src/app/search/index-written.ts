import { onInserted, onUpdated } from '#db/inserted.ts'
import { indexSmallChanges } from '#src/features/search/server/index-one.ts'
import { hasFeature } from '#src/lib/site/features.ts'
import { wake } from '#src/platform/jobs/wake.ts'
import { searchSources } from './sources.ts'

// Text of courses, modules and sessions must be searchable as soon as the request that wrote it is answered. Triggers
// remove the old text from the index in the same transaction.

let hasNewText = false
let running: Promise<void> | undefined
const markChanged = () => {
	hasNewText = true
}
for (const table of ['courses', 'modules', 'coaching_sessions']) {
	onInserted(table, markChanged)
	onUpdated(table, markChanged)
}

/** Indexes small changes that this process wrote; the search job indexes the rest. */
export async function indexWritten(): Promise<void> {
	// A run started by another request may be indexing this request's text.
	while (running) await running
	if (!hasNewText || !hasFeature('search')) return
	hasNewText = false
	running = indexSmallChanges(searchSources()).then((hasMore) => {
		running = undefined
		if (hasMore) wake('search')
	})
	await running
}
