import { onInserted, onUpdated } from '#db/inserted.ts'
import { indexSmallChanges } from '#src/features/search/server/index-one.ts'
import { hasFeature } from '#src/lib/site/features.ts'
import { wake } from '#src/platform/jobs/wake.ts'
import { searchSources } from './sources.ts'

// Text of courses, modules and sessions must be searchable as soon as the request that wrote it is answered. Triggers
// remove the old text from the index within the write.

let isWritten = false
let running: Promise<void> | undefined
const note = () => {
	isWritten = true
}
for (const table of ['courses', 'modules', 'coaching_sessions']) {
	onInserted(table, note)
	onUpdated(table, note)
}

/** Indexes small changes that this process wrote; the search job indexes the rest. */
export async function indexWritten(): Promise<void> {
	// A run started by another request may be indexing this request's text.
	while (running) await running
	if (!isWritten || !hasFeature('search')) return
	isWritten = false
	running = indexSmallChanges(searchSources()).then((isMore) => {
		running = undefined
		if (isMore) wake('search')
	})
	await running
}
