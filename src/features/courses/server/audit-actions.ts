import { defineAuditActions } from '#src/platform/audit.ts'

export const actions = defineAuditActions({
	'course.created': 'Course created',
	'course.published': 'Course published',
	'course.unpublished': 'Course unpublished',
	'course.scheduled': 'Course scheduled',
	'course.audience': 'Course access changed',
	'course.deleted': 'Course deleted',
})
