import { type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { questionCategories } from '#db/schema/questions.ts'
import { write } from '#db/write.ts'
import { newId } from '#src/lib/ids.ts'
import { isStepMarked, markStep } from '#src/platform/env/setup-steps.ts'
import { INTRODUCTIONS } from '../introduction-contract.ts'

export interface StartingCategory {
	name: string
	slug: string
	/** Slug of the parent, which precedes its children. */
	parent?: string
}

const introductions: StartingCategory = { name: 'Introductions', slug: INTRODUCTIONS }

/** Categories of a new club, as the question filter requires them (docs/product.md, Questions). */
export const startingCategories: readonly StartingCategory[] = [
	{ name: 'Client Intake', slug: 'client-intake' },
	{ name: 'Fees and Billing', slug: 'fees-and-billing' },
	{ name: 'Technology', slug: 'technology' },
	{ name: 'Hiring and Delegation', slug: 'hiring-and-delegation' },
	{ name: 'Ethics', slug: 'ethics' },
	{ name: 'Work-Life Balance', slug: 'work-life-balance' },
	introductions,
	{ name: 'Practice Specific', slug: 'practice-specific' },
	{ name: 'Criminal Defense', slug: 'criminal-defense', parent: 'practice-specific' },
	{ name: 'Family Law', slug: 'family-law', parent: 'practice-specific' },
	{ name: 'Estate Planning', slug: 'estate-planning', parent: 'practice-specific' },
	{ name: 'Immigration', slug: 'immigration', parent: 'practice-specific' },
]

/** Returns the statement that adds a category if `when` is true; parents come first. */
export const addStatement = ({ name, slug, parent }: StartingCategory, position: number | SQL, when: SQL) =>
	db().run(sql`
		insert into ${questionCategories} (id, name, slug, parent_category_id, position)
		select ${newId()}, ${name}, ${slug}, (select id from ${questionCategories} where slug = ${parent ?? null}), ${position}
		where ${when}`)

const STEP = 'question-categories'
/** A separate step, so that clubs older than this category also get it, as their last category. */
const INTRODUCTIONS_STEP = 'introductions-category'

/**
 * Adds the starting categories to a club that has none. Runs once, so that deleted categories do not return. One
 * batch, so that only one of several starting nodes adds them.
 */
export async function ensureStartingCategories(): Promise<void> {
	const isNew = sql`not ${isStepMarked(STEP)}`
	await write(
		// A club from before this release has its own categories.
		markStep(STEP, sql`exists (select 1 from ${questionCategories})`),
		...startingCategories.map((category, position) => addStatement(category, position, isNew)),
		markStep(STEP),
		addStatement(
			introductions,
			sql`(select coalesce(max(position), 0) + 1 from ${questionCategories})`,
			sql`not ${isStepMarked(INTRODUCTIONS_STEP)} and not exists (select 1 from ${questionCategories} where slug = ${INTRODUCTIONS})`,
		),
		markStep(INTRODUCTIONS_STEP),
	)
}
