import * as z from 'zod/mini'
import { fromZonedField, toZonedField, zonedFieldError } from '#src/lib/dates/zoned-field.ts'
import { formatSessionIn } from '#src/lib/dates/zoned-time.ts'
import { type CourseModule, moduleChange, type Release } from '../../contract.ts'

// Form values for when a module opens.

export const releaseLabels = { kind: 'Opens', from: 'Opens on', days: 'Days after enrollment' }

export const KINDS = {
	always: 'Immediately',
	date: 'On a date',
	days: 'Some days after a member enrolls',
} as const
const kinds = Object.keys(KINDS) as [keyof typeof KINDS, ...(keyof typeof KINDS)[]]

const MOMENT = 'Choose when it opens'

export const releaseForm = (zone: string) =>
	z.object({ kind: z.enum(kinds), from: z.string(), days: z.string() }).check(({ value, issues }) => {
		const addIssue = (path: string, message: string | undefined) => {
			if (message) issues.push({ code: 'custom', input: value, path: [path], message })
		}
		if (value.kind === 'date') addIssue('from', value.from === '' ? MOMENT : zonedFieldError(value.from, zone))
		if (value.kind === 'days') {
			const days = value.days.trim() === '' ? Number.NaN : Number(value.days)
			addIssue('days', z.safeParse(moduleChange, { availableAfterDays: days }).error?.issues[0]?.message)
		}
	})
export type ReleaseForm = z.output<ReturnType<typeof releaseForm>>

type ReleaseFields = Pick<CourseModule, 'availableFrom' | 'availableAfterDays'>

export const toReleaseForm = ({ availableFrom, availableAfterDays }: ReleaseFields, zone: string): ReleaseForm => ({
	kind: availableFrom ? 'date' : availableAfterDays ? 'days' : 'always',
	from: toZonedField(availableFrom, zone),
	days: availableAfterDays ? String(availableAfterDays) : '',
})

export const toRelease = (
	{ kind, from, days }: ReleaseForm,
	base: ReleaseFields | undefined,
	zone: string,
): Release => ({
	availableFrom: kind === 'date' ? fromZonedField(from, zone, base?.availableFrom) : null,
	availableAfterDays: kind === 'days' ? Number(days) : null,
})

export function releaseText(
	{ availableFrom, availableAfterDays, isOpen }: ReleaseFields & { isOpen?: boolean | undefined },
	zone: string,
) {
	if (availableFrom) return `${isOpen ? 'Opened' : 'Opens'} on ${formatSessionIn(availableFrom, zone)}`
	if (availableAfterDays)
		return `Opens ${availableAfterDays === 1 ? '1 day' : `${availableAfterDays} days`} after a member enrolls`
	return 'Opens immediately'
}
