import * as z from 'zod/mini'
import { day } from '#src/lib/api/fields.ts'
import { dayNumber, isDay } from '#src/lib/dates/calendar-day.ts'
import { type Admission, type AdmissionBody, admissionErrors, admissionFields } from '../contract.ts'
import { groupOfName } from '../engine/cycles.ts'
import type { Jurisdiction } from '../ledger-schema.ts'

// Form fields hold text. An empty optional field becomes null.

const optionalDay = z.pipe(
	z.pipe(
		z.string(),
		z.transform((text) => (text.trim() === '' ? null : text)),
	),
	z.nullable(day),
)
const group = z.pipe(
	z.pipe(
		z.string(),
		z.transform((text) => (text === '' ? null : Number(text))),
	),
	admissionFields.groupNo,
)

const MONTHS = 'Enter one month or range on each line, such as 2026-03 or 2026-03 to 2026-08'
const MONTH = '[1-9]\\d{3}-(?:0[1-9]|1[0-2])'
const LINE = new RegExp(`^(${MONTH})(?:\\s*(?:to|-|–)\\s*(${MONTH}))?$`)
const monthNumber = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5)) - 1
const monthAt = (number: number) => `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}`

/** Parses months and ranges of months, one per line; undefined if a line is invalid. */
export function readMonths(text: string): string[] | undefined {
	const months = new Set<string>()
	for (const line of text.split(/[\n,;]/).map((each) => each.trim())) {
		if (line === '') continue
		const [, from, to = from] = LINE.exec(line) ?? []
		if (from === undefined || to === undefined || monthNumber(to) < monthNumber(from)) return undefined
		for (let month = monthNumber(from); month <= monthNumber(to); month++) months.add(monthAt(month))
	}
	return [...months].toSorted()
}

/** Formats months for `readMonths`, with consecutive months as a range. */
export function writeMonths(months: readonly string[]): string {
	const spans: [number, number][] = []
	for (const month of months.toSorted().map(monthNumber)) {
		const last = spans.at(-1)
		if (last && last[1] === month - 1) last[1] = month
		else spans.push([month, month])
	}
	return spans.map(([from, to]) => (from === to ? monthAt(from) : `${monthAt(from)} to ${monthAt(to)}`)).join('\n')
}

const inactiveMonths = z.pipe(
	z.pipe(
		z.string(),
		z.transform((text) => readMonths(text) ?? MONTHS),
	),
	z.array(z.string(), MONTHS).check(z.maxLength(240, 'Enter at most 20 years of months')),
)

const { jurisdiction, barNumber, admittedOn, cycleKind, status, filings, extensions } = admissionFields

/** Builds the form schema, which requires the fields that the chosen jurisdiction needs. */
export const admissionForm = (needsOf: (jurisdiction: string) => Jurisdiction['needs'] | undefined) =>
	z
		.object({
			jurisdiction,
			barNumber,
			admittedOn: admittedOn.check(z.refine(isDay, admissionErrors.admittedOn[1])),
			birthday: optionalDay,
			groupNo: group,
			assignedDay: optionalDay,
			cycleKind,
			status,
			inactiveMonths,
			filings,
			extensions,
		})
		.check(({ value, issues }) => {
			const needs = needsOf(value.jurisdiction)
			const requireField = (isMissing: boolean | undefined, path: string, message: string) => {
				if (isMissing) issues.push({ code: 'custom', input: value, path: [path], message })
			}
			requireField(needs?.birthday && value.birthday === null, 'birthday', admissionErrors.birthday[1])
			requireField(needs && needs.groups.length > 0 && value.groupNo === null, 'groupNo', admissionErrors.group[1])
			requireField(needs?.assignedDay && value.assignedDay === null, 'assignedDay', admissionErrors.assignedDay[1])
		})

export type AdmissionForm = z.input<ReturnType<typeof admissionForm>>

export const emptyAdmission: AdmissionForm = {
	...{ jurisdiction: '', barNumber: '', admittedOn: '', birthday: '', groupNo: '', assignedDay: '' },
	...{ cycleKind: 'experienced', status: 'active', inactiveMonths: '', filings: [], extensions: [] },
}

export const toForm = (admission: Omit<Admission, 'id' | 'version'>): AdmissionForm => ({
	...{ jurisdiction: admission.jurisdiction, barNumber: admission.barNumber, admittedOn: admission.admittedOn },
	...{ cycleKind: admission.cycleKind, status: admission.status },
	...{ filings: admission.filings, extensions: admission.extensions },
	birthday: admission.birthday ?? '',
	groupNo: admission.groupNo === null ? '' : String(admission.groupNo),
	assignedDay: admission.assignedDay ?? '',
	inactiveMonths: writeMonths(admission.inactiveMonths),
})

/** Removes the fields that the jurisdiction does not need, above all the birthday. */
export function toAdmission(body: AdmissionBody, needs: Jurisdiction['needs'] | undefined): AdmissionBody {
	return {
		...body,
		birthday: needs?.birthday ? body.birthday : null,
		groupNo: needs && needs.groups.length > 0 ? body.groupNo : null,
		assignedDay: needs?.assignedDay ? body.assignedDay : null,
		cycleKind: needs?.newly ? body.cycleKind : 'experienced',
	}
}

/** Suggests a group from the last name or birthday, for the member to confirm; empty if no group matches. */
export function proposedGroup({ groups }: Jurisdiction['needs'], name: string, birthday: string): string {
	const lastName = name.trim().split(/\s+/).at(-1) ?? ''
	const month = isDay(birthday) && dayNumber(birthday) > 0 ? Number(birthday.slice(5, 7)) : undefined
	const byMonth =
		month === undefined
			? undefined
			: groups.find(({ months: [from = 13, to = 0] = [] }) => from <= month && month <= to)?.no
	const no = groupOfName(lastName, groups) ?? byMonth
	return no === undefined ? '' : String(no)
}

export const admissionLabels = {
	jurisdiction: 'Jurisdiction',
	barNumber: 'Bar number',
	admittedOn: 'Date of admission',
	birthday: 'Birthday',
	groupNo: 'Compliance group',
	assignedDay: 'Last day of your current cycle',
	cycleKind: 'Newly admitted',
	status: 'Status',
	inactiveMonths: 'Months when you were not active',
	filings: 'Filings',
	extensions: 'Extensions',
}
