import * as z from 'zod/mini'
import type { Activity } from '../../admin-contract.ts'
import { activityFields } from '../../admin-contract.ts'

// Form fields hold text; API calls take integers.

export const KIND_LABELS: Readonly<Record<Activity['kind'], string>> = {
	course: 'Course',
	module: 'Module',
	session: 'Session',
	recording: 'Recording',
}

const wholeNumber = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text) : Number.NaN)

const LINE = /^(?<category>[a-z0-9][a-z0-9-]*)\s*[:\s]\s*(?<minutes>\d+)$/

/** Parses lines such as `ethics 15`. Null if there are none; undefined if a line is invalid. */
export function parseMinutes(text: string): Record<string, number> | null | undefined {
	const lines = text
		.split('\n')
		.map((line) => line.trim().toLowerCase())
		.filter(Boolean)
	if (lines.length === 0) return null
	const minutes: Record<string, number> = {}
	for (const line of lines) {
		const { category, minutes: count } = LINE.exec(line)?.groups ?? {}
		if (category === undefined) return undefined
		minutes[category] = Number(count)
	}
	return minutes
}

const toMinutesText = (minutes: Activity['minutesByCategory']) =>
	Object.entries(minutes ?? {})
		.map(([category, count]) => `${category} ${count}`)
		.join('\n')

const CATEGORY_LINES = 'Write one category with its minutes on each line, such as ethics 15'
const TOO_MANY_MINUTES = 'The minutes by category add up to more than the minutes of instruction'

const sum = (minutes: Record<string, number> | null) =>
	Object.values(minutes ?? {}).reduce((total, each) => total + each, 0)

/** Schema of the activity form. `source` is the kind and id of the item that gives credit. */
export const activityForm = z
	.object({
		source: z.string().check(z.minLength(1, 'Choose what gives credit')),
		title: activityFields.title,
		minutes: z.pipe(z.pipe(z.string(), z.transform(wholeNumber)), activityFields.minutes),
		format: activityFields.format,
		minutesByCategory: z.pipe(
			z.pipe(
				z.string().check(z.refine((text) => parseMinutes(text) !== undefined, CATEGORY_LINES)),
				z.transform(parseMinutes),
			),
			z.pipe(
				z.transform((minutes: Record<string, number> | null | undefined) => minutes ?? null),
				activityFields.minutesByCategory,
			),
		),
		offered: z.boolean(),
		spokenCodes: z.pipe(
			z.pipe(
				z.string(),
				z.transform((text) => text.split(/[\s,;]+/).filter(Boolean)),
			),
			activityFields.spokenCodes,
		),
	})
	.check(
		z.refine(({ minutes, minutesByCategory }) => sum(minutesByCategory) <= minutes, {
			error: TOO_MANY_MINUTES,
			path: ['minutesByCategory'],
		}),
	)
export type ActivityForm = z.input<typeof activityForm>

export const activityLabels = {
	source: 'What gives credit',
	title: 'Title',
	minutes: 'Minutes of instruction',
	format: 'Format',
	minutesByCategory: 'Minutes by category',
	spokenCodes: 'Spoken codes',
	offered: 'Offered to members for credit',
}

export const emptyActivity: ActivityForm = {
	...{ source: '', title: '', minutes: '', format: 'recorded', minutesByCategory: '', spokenCodes: '', offered: true },
}

const SEPARATOR = ' '
export const sourceOf = ({ kind, refId }: Pick<Activity, 'kind' | 'refId'>) => `${kind}${SEPARATOR}${refId}`

/** Splits a `source` into kind and id. */
export function kindAndId(source: string): Pick<Activity, 'kind' | 'refId'> {
	const [kind, ...rest] = source.split(SEPARATOR)
	return { kind: kind as Activity['kind'], refId: rest.join(SEPARATOR) }
}

export const toActivityForm = (activity: Activity): ActivityForm => ({
	source: sourceOf(activity),
	...{ title: activity.title, minutes: String(activity.minutes), format: activity.format, offered: activity.offered },
	minutesByCategory: toMinutesText(activity.minutesByCategory),
	spokenCodes: activity.spokenCodes.join(' '),
})
