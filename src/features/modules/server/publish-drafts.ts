import { eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { db } from '#db/client.ts'
import { type ModuleDraftRow, moduleDrafts, modules } from '#db/schema/modules.ts'
import { write } from '#db/write.ts'
import type { CurrentUser } from '#src/features/auth/contract.ts'
import { ApiError, httpError } from '#src/lib/api/errors.ts'
import { newId } from '#src/lib/ids.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { wake } from '#src/platform/jobs/wake.ts'
import { moduleBody, NO_CONTENT } from '../contract.ts'
import * as contracts from '../draft-contract.ts'
import { needsContent } from '../types/registry.ts'
import { type DraftedModule, draftsWhere, versionOf } from './drafts.ts'
import { moduleTexts, publishLinkedOf } from './module-links.ts'
import { readModule, requireVisibleCourse, toModule } from './read-modules.ts'
import { checkedData, publishCourse } from './service.ts'
import { keepVersions, textOf } from './version-rows.ts'

/** @throws {ApiError} 400 if a required field is missing; the message names the module. */
function assertComplete(draft: ModuleDraftRow): void {
	const { title, description, type, content } = draft
	const { error } = z.safeParse(moduleBody, { title, description, type, content })
	const missingContent = content === '' && needsContent(type) ? NO_CONTENT[1] : undefined
	const message = error?.issues[0]?.message ?? missingContent
	if (message !== undefined) throw new ApiError(400, `“${title || 'Untitled module'}”: ${message}`)
	checkedData(type, draft.additionalContent)
}

/**
 * Publishes drafts of one course: all of them, or none if any has changed since the admin read it. The statements are
 * in an order that keeps this condition true until the last one that checks it.
 * @returns whether they were published.
 */
async function publishIfUnchanged(courseId: string, drafted: readonly DraftedModule[], user: CurrentUser) {
	const drafts = drafted.map(({ draft }) => draft)
	const draftsJson = JSON.stringify(
		drafted.map((one) => ({ id: one.draft.id, version: versionOf(one), isNew: one.module === null ? 1 : 0 })),
	)
	const field = (name: string) => sql.raw(`json_extract(seen.value, '$.${name}')`)
	const allUnchanged = sql`(select count(*) from json_each(${draftsJson}) as seen
		join ${moduleDrafts} as d on d.id = ${field('id')} and d.course_id = ${courseId}
		left join ${modules} as m on m.id = d.module_id
		where case when ${field('isNew')} then d.module_id is null and d.version = ${field('version')}
			else m.version = ${field('version')} end) = ${drafts.length}`
	const isListed = sql`in (select json_extract(value, '$.id') from json_each(${draftsJson}))`
	const now = Date.now()
	const replaced = drafts
		.filter(({ moduleId }) => moduleId !== null)
		.map((draft) => ({ id: draft.id, versionId: newId(), text: textOf(draft) }))
	const { published } = await write({
		linkedPages: await publishLinkedOf(replaced.map(({ id }) => id)),
		pages: publishCourse(courseId, { now: new Date(now), when: allUnchanged }),
		versions: keepVersions(replaced, user.name, allUnchanged),
		inserted: db().run(sql`
			insert into ${modules} (id, course_id, title, description, type, content, order_index, additional_content, created_at, updated_at,
				available_from, available_after_days, is_open)
			select d.id, d.course_id, d.title, d.description, d.type, d.content,
				coalesce((select max(m.order_index) + 1 from ${modules} as m where m.course_id = ${courseId}), 0)
					+ row_number() over (order by d.id) - 1,
				d.additional_content, ${now}, ${now}, d.available_from, d.available_after_days,
				d.available_after_days is null and coalesce(d.available_from <= ${now}, 1)
			from ${moduleDrafts} as d where d.id ${isListed} and d.module_id is null and ${allUnchanged}`),
		updated: db().run(sql`
			update ${modules} set title = d.title, description = d.description, type = d.type, content = d.content,
				additional_content = d.additional_content, updated_at = ${now}, version = ${modules}.version + 1
			from ${moduleDrafts} as d where d.module_id = ${modules}.id and d.id ${isListed} and ${allUnchanged}`),
		links: drafts.flatMap(moduleTexts.links),
		// At this point the versions have changed, so the deletion compares the written rows instead.
		published: db().all<{ id: string }>(sql`
			delete from ${moduleDrafts} where id ${isListed} and exists (
				select 1 from ${modules} as m where m.id = ${moduleDrafts}.id and m.updated_at = ${now}
					and m.title = ${moduleDrafts}.title and m.description = ${moduleDrafts}.description and m.type = ${moduleDrafts}.type
					and m.content = ${moduleDrafts}.content and m.additional_content = ${moduleDrafts}.additional_content)
			returning id`),
	})
	const isPublished = published.length === drafts.length
	if (isPublished) wake('publisher')
	return isPublished
}

export const publishDraft: Service<typeof contracts.publishDraft> = async ({ params, body }, { user }) => {
	const { errors } = contracts.publishDraft
	const [drafted] = await draftsWhere(eq(moduleDrafts.id, params.id))
	if (!drafted) throw httpError(errors.notFound)
	if (body.version !== undefined && body.version !== versionOf(drafted)) throw httpError(errors.changed)
	assertComplete(drafted.draft)
	if (!(await publishIfUnchanged(drafted.draft.courseId, [drafted], user))) throw httpError(errors.changed)
	return toModule(await readModule(params.id))
}

export const publishDrafts: Service<typeof contracts.publishDrafts> = async ({ params, body }, { user }) => {
	const { changed } = contracts.publishDrafts.errors
	await requireVisibleCourse(params.id, user)
	const seen = new Map(body.drafts.map(({ id, version }) => [id, version]))
	const selected = (await draftsWhere(eq(moduleDrafts.courseId, params.id))).filter(({ draft }) => seen.has(draft.id))
	const isUnchanged = selected.every((one) => versionOf(one) === seen.get(one.draft.id))
	if (!isUnchanged || selected.length !== seen.size) throw httpError(changed)
	for (const { draft } of selected) assertComplete(draft)
	if (!(await publishIfUnchanged(params.id, selected, user))) throw httpError(changed)
	return { published: selected.length }
}
