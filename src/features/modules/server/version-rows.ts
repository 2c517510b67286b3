import { type SQL, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { modules, moduleVersions } from '#db/schema/modules.ts'

/**
 * How many versions are kept of a module. A rich text may have half a megabyte, and somebody who works on one saves it
 * dozens of times a day: fifty are some weeks of changes that were published, and a bound to what they take.
 */
export const MAX_VERSIONS = 50

interface VersionText {
	title: string
	description: string
	type: string
	content: string
	additionalContent: string
}

/** What is about to be replaced, under which id it is kept, and what comes in its place. */
interface Replaced {
	id: string
	keptAs: string
	words: Partial<VersionText>
}

const COLUMNS = {
	title: modules.title,
	description: modules.description,
	type: modules.type,
	content: modules.content,
	additionalContent: modules.additionalContent,
} as const

/** Whether anything that members read becomes another. */
const isOther = (words: Partial<VersionText>): SQL => {
	const parts = Object.entries(words).flatMap(([name, value]) =>
		value !== undefined && name in COLUMNS ? [sql`${COLUMNS[name as keyof VersionText]} <> ${value}`] : [],
	)
	return parts.length === 0 ? sql`0` : sql`(${sql.join(parts, sql` or `)})`
}

/**
 * The statements that keep what is published of modules, for the `write` that puts something else in its place: before
 * that, while `when`, a condition on the row of `modules`, can still be seen. Where nothing differs nothing is kept.
 * @param by the name of who replaces it.
 */
export function keepVersions(replaced: readonly Replaced[], by: string, when: SQL) {
	return replaced.flatMap(({ id, keptAs, words }) => [
		db().run(sql`
			insert into ${moduleVersions} (id, module_id, title, description, type, content, additional_content,
				shown_from, replaced_at, replaced_by_name)
			select ${keptAs}, ${modules.id}, ${modules.title}, ${modules.description}, ${modules.type}, ${modules.content},
				${modules.additionalContent},
				coalesce((select max(v.replaced_at) from ${moduleVersions} as v where v.module_id = ${id}), ${modules.updatedAt}),
				${Date.now()}, ${by}
			from ${modules} where ${modules.id} = ${id} and ${when} and ${isOther(words)}`),
		db().run(sql`
			delete from ${moduleVersions} where module_id = ${id} and id not in (
				select v.id from ${moduleVersions} as v where v.module_id = ${id} order by v.id desc limit ${MAX_VERSIONS})`),
	])
}
