import { onInserted, onUpdated } from '#db/inserted.ts'
import { indexFew } from '#src/features/search/server/index-one.ts'
import { hasFeature } from '#src/lib/site/features.ts'
import { wake } from '#src/platform/jobs/wake.ts'
import { searchSources } from './sources.ts'

// New text of courses, modules and sessions is found by whoever has the answer to the request that wrote it. What was
// there before is taken out by triggers, in the very write.

let isWritten = false
let running: Promise<void> | undefined
const note = () => {
	isWritten = true
}
for (const table of ['courses', 'modules', 'coaching_sessions']) {
	onInserted(table, note)
	onUpdated(table, note)
}

/** Indexes what this process has written, where that is little; the job does the rest. */
export async function indexWritten(): Promise<void> {
	// What another request indexes may be of this one.
	while (running) await running
	if (!isWritten || !hasFeature('search')) return
	isWritten = false
	running = indexFew(searchSources()).then((isMore) => {
		running = undefined
		if (isMore) wake('search')
	})
	await running
}
