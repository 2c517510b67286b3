import { sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { db } from '#db/client.ts'
import { episodeChapters, episodeFiles, episodePeople, episodes, episodeTranscripts } from '#db/schema/podcast.ts'
import type { FeedChanges } from './feed-changes.ts'

const EPISODE_COLUMNS = [
	...(['position', 'title', 'description', 'pubDate', 'duration', 'audioUrl', 'imageUrl', 'slug', 'link'] as const),
	...(['season', 'number', 'type', 'notesHtml', 'audioBytes', 'audioType', 'keptSince', 'tags', 'hash'] as const),
]
const incoming = (name: (typeof EPISODE_COLUMNS)[number]) => sql`excluded.${sql.identifier(episodes[name].name)}`

/** Returns the upsert of episodes. It leaves unchanged rows untouched. */
export function upsertEpisodes(present: FeedChanges['present'], now: Date): BatchItem<'sqlite'>[] {
	const set = Object.fromEntries(EPISODE_COLUMNS.map((name) => [name, incoming(name)]))
	const differs = sql.join(
		EPISODE_COLUMNS.map((name) => sql`${episodes[name]} is not ${incoming(name)}`),
		sql` or `,
	)
	// A new position alone is not a change.
	const changedAt = sql`case when ${episodes.hash} is not ${incoming('hash')} then ${now.getTime()} else ${episodes.changedAt} end`
	const rows = present.map(({ people: _, chapters: __, isNew: ___, isChanged: ____, tags, pubDate, ...row }) => ({
		...row,
		...{ pubDate: pubDate === null ? null : new Date(pubDate), tags: JSON.stringify(tags), keptSince: null },
		changedAt: now,
	}))
	if (rows.length === 0) return []
	return [
		db()
			.insert(episodes)
			.values(rows)
			.onConflictDoUpdate({ target: episodes.id, set: { ...set, changedAt }, setWhere: differs }),
	]
}

/** Returns the updates of the kept episodes and deletions of the removed ones. */
export function missingEpisodes({ kept, removed }: FeedChanges, now: Date): BatchItem<'sqlite'>[] {
	const statements: BatchItem<'sqlite'>[] = []
	if (kept.length > 0)
		statements.push(
			db().run(sql`
				update ${episodes} set kept_since = ${now.getTime()}, position = named.value ->> '$.position'
				from json_each(${JSON.stringify(kept)}) as named where ${episodes}.id = named.value ->> '$.id'`),
		)
	const removedIds = JSON.stringify(removed.map(({ id }) => id))
	if (removed.length > 0)
		statements.push(db().delete(episodes).where(sql`${episodes.id} in (select value from json_each(${removedIds}))`))
	return statements
}

/** Returns the writes of people, chapters and file URLs of the changed episodes. */
export function episodeParts(present: FeedChanges['present'], now: Date): BatchItem<'sqlite'>[] {
	const changed = present.filter(({ isChanged }) => isChanged)
	if (changed.length === 0) return []
	const ids = JSON.stringify(changed.map(({ id }) => id))
	const isOfChanged = sql`episode_id in (select value from json_each(${ids}))`
	const people = changed.flatMap(({ id, people: names }) => names.map((one, ordinal) => ({ id, ordinal, ...one })))
	const chapters = changed.flatMap(({ id, chapters: sources }) =>
		(['feed', 'notes'] as const).flatMap((source) =>
			sources[source].map((one, ordinal) => ({ id, source, ordinal, ...one })),
		),
	)
	const files = changed.flatMap(({ id, tags }) =>
		(['transcript', 'chapters'] as const).flatMap((kind) => (tags[kind] ? [{ id, kind, ...tags[kind] }] : [])),
	)
	const named = sql`select value ->> '$.id' as id, value ->> '$.kind' as kind from json_each(${JSON.stringify(files)})`
	return [
		db().run(sql`delete from ${episodePeople} where ${isOfChanged}`),
		db().run(sql`
			insert into ${episodePeople} (episode_id, ordinal, name, role, href)
			select value ->> '$.id', value ->> '$.ordinal', value ->> '$.name', value ->> '$.role', value ->> '$.href'
			from json_each(${JSON.stringify(people)})`),
		db().run(sql`delete from ${episodeChapters} where source in ('feed', 'notes') and ${isOfChanged}`),
		db().run(sql`
			insert into ${episodeChapters} (episode_id, source, ordinal, start_ms, end_ms, title, url)
			select value ->> '$.id', value ->> '$.source', value ->> '$.ordinal', value ->> '$.start', value ->> '$.end',
				value ->> '$.title', value ->> '$.url'
			from json_each(${JSON.stringify(chapters)})`),
		// Delete files that the feed no longer links to, with their content.
		db().run(sql`delete from ${episodeFiles} where ${isOfChanged} and (episode_id, kind) not in (${named})`),
		db().run(sql`
			delete from ${episodeTranscripts} where source = 'feed' and ${isOfChanged}
				and (episode_id, 'transcript') not in (${named})`),
		db().run(sql`
			delete from ${episodeChapters} where source = 'file' and ${isOfChanged}
				and (episode_id, 'chapters') not in (${named})`),
		db().run(sql`
			insert into ${episodeFiles} (episode_id, kind, url, type, language, state, tries, due_at)
			select value ->> '$.id', value ->> '$.kind', value ->> '$.url', value ->> '$.type', value ->> '$.language',
				'none', 0, ${now.getTime()}
			from json_each(${JSON.stringify(files)}) where 1
			on conflict (episode_id, kind) do update set url = excluded.url, type = excluded.type,
				language = excluded.language, etag = null, last_modified = null, tries = 0, due_at = excluded.due_at
			where url is not excluded.url or type is not excluded.type or language is not excluded.language`),
	]
}
