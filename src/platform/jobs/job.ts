import type { BatchItem } from 'drizzle-orm/batch'
import type { Feature } from '#src/lib/site/features.ts'

/**
 * A background job. Its feature defines it beside the work; `src/app/jobs.ts` lists all of them. It never runs twice
 * at a time on one node; several nodes share a job by a lease or by conditional writes.
 */
export interface Job {
	/** Its name in logs, and for `wake`. */
	readonly name: string
	/**
	 * Returns the query for due work; its first row means that work is due, and a column `at` (a date, or epoch
	 * milliseconds) says when. All jobs are asked in one round trip. Undefined: there can be no work now.
	 * A job without `due` runs every `every` milliseconds.
	 */
	due?(now: number): BatchItem<'sqlite'> | undefined
	/** Shortest time between two queries for due work, in milliseconds; without it each poll asks. */
	readonly every?: number
	/** The job rests while this feature is not available. */
	readonly feature?: Feature
	/** Rows of this process that wake the job: the table, and which of them. */
	readonly inserted?: { table: string; when?(values: readonly unknown[]): boolean }
	/**
	 * Does all due work until the signal aborts.
	 * @param again schedules the next run, in milliseconds from now.
	 */
	run(signal: AbortSignal, again: (ms: number) => void): Promise<unknown>
}

export const job = (definition: Job): Job => definition
