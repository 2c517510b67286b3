import * as z from 'zod/mini'
import { fromZonedField, toZonedField, zonedFieldError } from '#src/lib/dates/zoned-field.ts'
import { READERS } from '#src/lib/site/readers.ts'
import { type Course, SCHEDULE_ERRORS } from '../../contract.ts'

// Form values for access and schedule. Times are local times in one time zone.

export const planLabels = { readers: 'Access', publishAt: 'Publish on', unpublishAt: 'Unpublish on' }

export const planForm = (zone: string) =>
	z.object({ readers: z.enum(READERS), publishAt: z.string(), unpublishAt: z.string() }).check(({ value, issues }) => {
		const errors = {
			publishAt: zonedFieldError(value.publishAt, zone),
			unpublishAt: zonedFieldError(value.unpublishAt, zone),
		}
		const start = fromZonedField(value.publishAt, zone)
		const end = fromZonedField(value.unpublishAt, zone)
		if (start && end && end <= start) errors.unpublishAt ??= SCHEDULE_ERRORS.order[1]
		for (const [name, message] of Object.entries(errors))
			if (message) issues.push({ code: 'custom', input: value, path: [name], message })
	})

type PlanForm = z.output<ReturnType<typeof planForm>>
type Plan = Pick<Course, 'membersOnly' | 'publishAt' | 'unpublishAt'>

export const toPlanForm = ({ membersOnly, publishAt, unpublishAt }: Plan, zone: string) => ({
	readers: membersOnly ? ('members' as const) : ('everybody' as const),
	publishAt: toZonedField(publishAt, zone),
	unpublishAt: toZonedField(unpublishAt, zone),
})

/** Returns the fields to send. Times that did not change keep the exact instants of `base`. */
export function toPlan(form: PlanForm, base: Plan | undefined, zone: string) {
	return {
		membersOnly: form.readers === 'members',
		publishAt: fromZonedField(form.publishAt, zone, base?.publishAt),
		unpublishAt: fromZonedField(form.unpublishAt, zone, base?.unpublishAt),
	}
}
