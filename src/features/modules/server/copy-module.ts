import { eq, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { courses } from '#db/schema/courses.ts'
import { moduleDrafts, modules } from '#db/schema/modules.ts'
import { write } from '#db/write.ts'
import { httpError } from '#src/lib/api/errors.ts'
import { newId } from '#src/lib/ids.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { wake } from '#src/platform/jobs/wake.ts'
import { copyLinks } from '#src/platform/publish/content-links.ts'
import * as contracts from '../version-contract.ts'
import { readModule } from './read-modules.ts'
import { publishCourse } from './service.ts'

const COPY = ' (copy)'
/** Maximum length of a title, in characters. */
const TITLE_CHARACTERS = 200

export const copyTitle = (title: string) => title.slice(0, TITLE_CHARACTERS - COPY.length).trimEnd() + COPY

export const copyModule: Service<typeof contracts.copyModule> = async ({ params, body }, { user }) => {
	const source = await readModule(params.id)
	const courseId = body.courseId ?? source.courseId
	const [id, now] = [newId(), Date.now()]
	const columns = sql`${copyTitle(source.title)}, m.description, m.type, m.content, m.additional_content`
	// The copy opens at the same time as the original.
	const opening = sql`m.available_from, m.available_after_days`
	// The SQL decides between module and draft, because the course may be published concurrently.
	const fromSource = (isPublished: 0 | 1) =>
		sql`from ${modules} as m cross join ${courses} as c
			where m.id = ${params.id} and c.id = ${courseId} and c.is_published = ${isPublished} returning id`
	const isCopied = sql`exists (select 1 from ${modules} where id = ${id})`
	const { asModule, asDraft } = await write({
		asModule: db().all<{ id: string }>(sql`
			insert into ${modules} (id, course_id, title, description, type, content, additional_content, order_index, created_at, updated_at,
				available_from, available_after_days, is_open)
			select ${id}, c.id, ${columns},
				coalesce((select max(o.order_index) + 1 from ${modules} as o where o.course_id = c.id), 0), ${now}, ${now},
				${opening}, m.is_open
			${fromSource(0)}`),
		asDraft: db().all<{ id: string }>(sql`
			insert into ${moduleDrafts} (id, module_id, course_id, title, description, type, content, additional_content, begun_at, saved_at, saved_by_name,
				available_from, available_after_days)
			select ${id}, null, c.id, ${columns}, ${now}, ${now}, ${user.name}, ${opening} ${fromSource(1)}`),
		links: copyLinks('module', params.id, id, isCopied),
		pages: publishCourse(courseId, { now: new Date(now), when: isCopied }),
	})
	if (asModule.length + asDraft.length === 0) throw httpError(contracts.copyModule.errors.noCourse)
	wake('publisher')
	return { id, courseId, isDraft: asDraft.length > 0 }
}

/** Returns statements that copy the modules of a course with their order and release dates, but not their drafts. */
export async function copyModulesOf(courseId: string, to: string) {
	const rows = await db().select({ id: modules.id }).from(modules).where(eq(modules.courseId, courseId))
	const pairs = rows.map(({ id }) => ({ from: id, to: newId() }))
	const ids = JSON.stringify(pairs)
	const now = Date.now()
	// Returned in an array: awaiting a bare statement would run it.
	return [
		db().run(sql`
		insert into ${modules} (id, course_id, title, description, type, content, additional_content, order_index, created_at, updated_at,
			available_from, available_after_days, is_open)
		select json_extract(pair.value, '$.to'), ${to}, m.title, m.description, m.type, m.content, m.additional_content,
			row_number() over (order by m.order_index) - 1, ${now}, ${now},
			m.available_from, m.available_after_days, m.is_open
		from json_each(${ids}) as pair join ${modules} as m on m.id = json_extract(pair.value, '$.from')
		where m.course_id = ${courseId}`),
		...pairs.map((pair) =>
			copyLinks('module', pair.from, pair.to, sql`exists (select 1 from ${modules} where id = ${pair.to})`),
		),
	]
}
