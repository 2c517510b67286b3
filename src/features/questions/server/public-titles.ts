import { sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { questionCategories, questions } from '#db/schema/questions.ts'

/** Returns the newest titles in categories whose titles visitors may see. Reads at most `limit` rows per category. */
export async function findPublicTitles(limit: number): Promise<string[]> {
	const rows = await db().all<{ title: string }>(sql`
		select q.title from ${questionCategories} c
		join ${questions} q on q.seq in (select seq from ${questions} where category_id = c.id and hidden_at is null order by seq desc limit ${limit})
		where c.titles_public = 1 order by q.seq desc limit ${limit}`)
	return rows.map(({ title }) => title)
}
