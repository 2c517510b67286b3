import type { ModuleRow } from '#db/schema/modules.ts'
import type { CourseModule } from '../contract.ts'
import { readData, typeNamed } from '../types/registry.ts'
import { sanitiseContent } from './sanitise.ts'

/** `additionalContent` for readers who are no admins: without what its type keeps on the server. */
function forMember(row: ModuleRow): string {
	const known = typeNamed(row.type)
	// Of a type that this release does not know nobody can say what is secret in it.
	if (!known) return '{}'
	return JSON.stringify(known.forMember(readData(known.data, row.additionalContent)))
}

/** A module as it is sent: sanitised again, and for everybody but admins without the answers. */
export function toModule(row: ModuleRow, isAdmin: boolean): CourseModule {
	return {
		id: row.id,
		courseId: row.courseId,
		title: row.title,
		description: row.description,
		type: row.type,
		content: sanitiseContent(row.content),
		orderIndex: row.orderIndex,
		additionalContent: isAdmin ? row.additionalContent : forMember(row),
		createdAt: row.createdAt.toISOString(),
		updatedAt: row.updatedAt.toISOString(),
		...(isAdmin ? { version: row.version } : {}),
	}
}
