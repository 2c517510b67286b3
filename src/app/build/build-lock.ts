import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { DatabaseInUseError, lockDatabase, type ReleaseLock } from '#db/lock.ts'
import { cacheFolder } from './paths.ts'

const RETRY_MS = 100

/**
 * Runs `work` under a lock on building and loading the build in this checkout. Simultaneous first starts build only
 * once, and no process loads a half-replaced build. The lock is released when its process ends.
 */
export async function withBuildLock<T>(work: () => Promise<T>, onWait?: () => void): Promise<T> {
	mkdirSync(cacheFolder, { recursive: true })
	let release: ReleaseLock | undefined
	for (let tries = 0; !release; tries++) {
		try {
			release = await lockDatabase(join(cacheFolder, 'build'))
		} catch (error) {
			if (!(error instanceof DatabaseInUseError)) throw error
			if (tries === 0) onWait?.()
			await delay(RETRY_MS)
		}
	}
	try {
		return await work()
	} finally {
		// Wait, so that the next lock in this process does not find a half-released one.
		await release()
	}
}
