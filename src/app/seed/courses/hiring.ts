import type { SeedCourse } from './types.ts'

/** A draft, as an example for a new admin. */
export const hiring: SeedCourse = {
	id: '006-first-assistant',
	title: 'Hiring the first assistant',
	description: 'What to hand over first, how to find the person, and how to teach a task once instead of five times.',
	difficulty: 'intermediate',
	isPublished: false,
	createdAt: '2026-11-02T14:00:00.000Z',
	modules: [
		{
			slug: 'hand-over',
			title: 'What to hand over first',
			description: 'A week of notes tells you more than a job description.',
			type: 'text',
			content: `<p>For one week write down everything you do that does not need a license. On Friday sort it: what repeats every day, what repeats every week, what happened once. Hand over the daily things first. They are small, they return often, and both of you learn on them.</p>
<p>Your duties of confidentiality and supervision come along with every task. Decide before the first day what an assistant may see, may send and may say.</p>`,
		},
	],
}
