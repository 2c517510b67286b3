import { type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { write } from '#db/write.ts'
import { newId } from '#src/lib/ids.ts'

export interface StartingCategory {
	name: string
	slug: string
	/** Slug of the parent, which precedes its children. */
	parent?: string
}

/** Categories of a new club, in the form that the question filter has (docs/product.md, Questions). */
export const startingCategories: readonly StartingCategory[] = [
	{ name: 'Client Intake', slug: 'client-intake' },
	{ name: 'Fees and Billing', slug: 'fees-and-billing' },
	{ name: 'Technology', slug: 'technology' },
	{ name: 'Hiring and Delegation', slug: 'hiring-and-delegation' },
	{ name: 'Ethics', slug: 'ethics' },
	{ name: 'Work-Life Balance', slug: 'work-life-balance' },
	{ name: 'Practice Specific', slug: 'practice-specific' },
	{ name: 'Criminal Defense', slug: 'criminal-defense', parent: 'practice-specific' },
	{ name: 'Family Law', slug: 'family-law', parent: 'practice-specific' },
	{ name: 'Estate Planning', slug: 'estate-planning', parent: 'practice-specific' },
	{ name: 'Immigration', slug: 'immigration', parent: 'practice-specific' },
]

/** Returns the statement that adds a category if `when` is true; parents come first. */
export const addStatement = ({ name, slug, parent }: StartingCategory, position: number, when: SQL) =>
	db().run(sql`
		insert into question_categories (id, name, slug, parent_category_id, position)
		select ${newId()}, ${name}, ${slug}, (select id from question_categories where slug = ${parent ?? null}), ${position}
		where ${when}`)

const STEP = 'question-categories'
const isDone = sql`exists (select 1 from setup_steps where name = ${STEP})`

/**
 * Adds the first categories to a club without any, once: deleted ones do not return. One batch, so only one of
 * several starting nodes does it.
 */
export async function ensureStartingCategories(now = Date.now()): Promise<void> {
	await write(
		// A club from before this release has its own categories.
		db().run(sql`
			insert into setup_steps (name, done_at) select ${STEP}, ${now}
			where not ${isDone} and exists (select 1 from question_categories)`),
		...startingCategories.map((category, position) => addStatement(category, position, sql`not ${isDone}`)),
		db().run(sql`insert into setup_steps (name, done_at) select ${STEP}, ${now} where not ${isDone}`),
	)
}
