import type { BatchItem } from 'drizzle-orm/batch'
import { db } from '#db/client.ts'
import { outbox } from '#db/schema/operations.ts'
import { newId } from '#src/lib/ids.ts'
import { env } from '#src/platform/env.ts'
import { log } from '#src/platform/log.ts'
import type { OutboxWorker } from '#src/platform/outbox.ts'

/** Quiet time after the last change before the host of a static copy is asked to build, in milliseconds. */
const QUIET_MS = 60_000
const DEPLOY_HOOK_ID = 'deploy-hook'

/** Statements that tell the CDN which pages changed, and the host of a static copy that it should build. */
export function announceChanges(paths: string[]): BatchItem<'sqlite'>[] {
	const { cdnPurgeUrl, deployHookUrl, publicUrl } = env()
	const now = Date.now()
	const createdAt = new Date(now)
	const statements: BatchItem<'sqlite'>[] = []
	if (cdnPurgeUrl) {
		const payload = JSON.stringify({ paths, urls: paths.map((path) => publicUrl + path) })
		statements.push(
			db().insert(outbox).values({ id: newId(), kind: 'cdn-purge', payload, createdAt, availableAt: createdAt }),
		)
	}
	if (deployHookUrl) {
		// One row that each further change moves on, so that a burst of edits makes one build.
		const due = {
			payload: '{}',
			createdAt,
			availableAt: new Date(now + QUIET_MS),
			state: 'waiting',
			attempts: 0,
		} as const
		statements.push(
			db()
				.insert(outbox)
				.values({ id: DEPLOY_HOOK_ID, kind: 'deploy-hook', ...due })
				.onConflictDoUpdate({ target: outbox.id, set: due }),
		)
	}
	return statements
}

async function post(url: string, body: string): Promise<void> {
	const response = await fetch(url, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json' },
		body,
		signal: AbortSignal.timeout(10_000),
	})
	await response.body?.cancel()
	if (!response.ok) throw new Error(`${new URL(url).host} answered ${response.status}`)
}

/** What the outbox does with these rows. */
export const announceWorkers: Record<string, OutboxWorker> = {
	'cdn-purge': async (payload) => {
		const { cdnPurgeUrl } = env()
		if (cdnPurgeUrl) await post(cdnPurgeUrl, payload)
	},
	'deploy-hook': async () => {
		const { deployHookUrl } = env()
		if (!deployHookUrl) return
		await post(deployHookUrl, '{}')
		log.info('deploy hook called')
	},
}
