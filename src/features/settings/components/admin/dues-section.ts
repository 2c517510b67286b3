import { MONTHS } from '#src/lib/dates/calendar-day.ts'
import type { Section } from './section.ts'

export const duesSection: Section = {
	id: 'dues',
	page: 'dues',
	title: 'Dues',
	lead: 'Plans, invoices, and who is a member until when. Your current members owe nothing until you put them on a plan. Once dues are on, add your plans under Dues.',
	settings: [
		{
			name: 'collectsDues',
			label: 'Dues',
			kind: 'choice',
			options: [
				['off', 'This club collects no dues here'],
				['on', 'This club collects dues'],
			],
			hint: 'If you turn it off, plans and invoices are kept, and every member has full access.',
		},
		{
			name: 'duesDoor',
			label: 'When an application is approved',
			kind: 'choice',
			options: [
				['payFirst', 'They pay first, then get access'],
				['approve', 'They get access at once, and pay later'],
			],
		},
		{
			name: 'duesInstructions',
			label: 'How to pay without a card',
			kind: 'text',
			hint: 'Shown to members on their membership page, and in emails about their dues.',
			example: 'Checks to Second Chair, 12 Court Street, Austin, TX 78701. Please write the invoice number on them.',
		},
		{ name: 'duesTaxLine', label: 'Tax line on invoices' },
		{
			name: 'duesYearStart',
			label: 'When the membership year begins',
			kind: 'choice',
			options: [
				['', 'On the day of joining'],
				...MONTHS.map((month, index) => [String(index + 1), `On ${month} 1 for everyone`] as const),
			],
			hint: 'With a fixed day, the first period is charged by the month.',
		},
	],
}
