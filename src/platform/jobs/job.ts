import type { BatchItem } from 'drizzle-orm/batch'
import type { Feature } from '#src/lib/site/features.ts'

/**
 * A background job. Features define theirs in `server`; `src/app/jobs.ts` lists all of them. Runs never overlap on one
 * node. Several nodes share a job by a lease or by conditional writes.
 */
export interface Job {
	/** Name in logs and for `wake`. */
	readonly name: string
	/**
	 * Returns the query for due work. If it has a row, work is due, at the time in the column `at` if there is one (a
	 * date or epoch milliseconds). The queries of all jobs share one round trip. Undefined: there can be no work now.
	 * A job without `due` runs every `every` milliseconds.
	 */
	due?(now: number): BatchItem<'sqlite'> | undefined
	/** Minimum time between two queries for due work, in milliseconds. If omitted, each poll runs the query. */
	readonly every?: number
	/** The job does not run while this feature is unavailable. */
	readonly feature?: Feature
	/** Wakes the job when this process inserts into `table`, if `when` accepts the inserted values. */
	readonly inserted?: { table: string; when?(values: readonly unknown[]): boolean }
	/**
	 * Does all due work until the signal aborts.
	 * @param again schedules the next run, in milliseconds from now.
	 */
	run(signal: AbortSignal, again: (ms: number) => void): Promise<unknown>
}

export const job = (definition: Job): Job => definition
