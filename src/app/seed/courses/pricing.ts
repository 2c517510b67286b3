import type { SeedCourse } from './types.ts'

export const pricing: SeedCourse = {
	id: '003-pricing',
	title: 'Pricing without regret',
	description:
		'Find out what an hour of yours must earn, turn a matter into stages, and put a price on each that you can say aloud.',
	difficulty: 'intermediate',
	isPublished: true,
	createdAt: '2026-09-07T14:00:00.000Z',
	modules: [
		{
			slug: 'what-an-hour-costs',
			title: 'What an hour of yours must earn',
			description: 'A short calculation that most of us have never done.',
			type: 'text',
			content: `<p>Before you choose a price you need a floor: the amount below which you are paying to work. It takes four numbers and ten minutes.</p>
<ol><li><strong>What you need to live</strong> in a year, including tax and what you put aside for old age. Not what you hope for; what you need.</li><li><strong>What the office costs</strong> in a year: rent, software, insurance, dues, the telephone, the accountant.</li><li><strong>The weeks you work.</strong> Fifty-two less holidays, illness, courses and the week when everybody is at the same funeral. Forty-four is honest for many.</li><li><strong>The hours you bill in a real week.</strong> Not the hours you work. Look at last month. For a firm of one, half of the working time is common.</li></ol>
<h3>An example</h3>
<p>Living 90,000 and office 36,000 make 126,000. Forty-four weeks at twenty billed hours make 880 hours. The floor is about 143 an hour. Whoever charges 150 in that practice works for seven.</p>
<h3>What the floor is for</h3>
<p>It is not your price. It tells you which matters cost you money, and by how much. Take the last five closed matters, divide what each one brought by the hours it truly took, and set the results beside the floor. Most people find one kind of work well above it, and one kind that they should have stopped years ago.</p>
<blockquote><p>You cannot raise a price with a good conscience until you know what the old one cost you.</p></blockquote>`,
		},
		{
			slug: 'stages',
			title: 'From matter to stages',
			description: 'A flat fee is only as good as the edges of what it covers.',
			type: 'text',
			content: `<p>Flat fees fail at their edges. “The case” has no edge; “until the first hearing” has one. So before you price a kind of matter, cut it where something visibly ends.</p>
<h3>Where to cut</h3>
<ul><li>At an event that everybody can see: a filing, a hearing, an offer, a decision.</li><li>Where the client has a choice: go on, settle, stop.</li><li>Where your work changes in kind: paper, then talk, then court.</li></ul>
<h3>A price for each stage</h3>
<p>Take ten finished matters of that kind. For each stage write the hours of the shortest, the longest and the usual one. Price the usual one plus a third of the way to the longest. If the longest is more than three times the usual, the stage has two stages inside it: cut again.</p>
<h3>The three sentences of scope</h3>
<ol><li>This fee covers <em>from … to …</em>.</li><li>It does not cover <em>…</em>, for which we would agree a further fee before it begins.</li><li>It is due on <em>…</em>; if it is not paid, <em>…</em>.</li></ol>
<p>Whether and when a flat fee counts as earned, and what must be returned when a matter ends early, is a question of your jurisdiction’s rules. Settle it once, in the template.</p>`,
		},
		{
			slug: 'test',
			title: 'Price these',
			description: 'Four small calculations and a conversation.',
			type: 'quiz',
			content: '<p>Paper and pencil allowed. The numbers are round on purpose.</p>',
			data: {
				passingScore: 70,
				questions: [
					{
						question: 'Needs 80,000, office 40,000, 40 weeks, 20 billed hours a week. What is the floor?',
						options: ['100 an hour', '150 an hour', '200 an hour', '120 an hour'],
						correctAnswer: 1,
					},
					{
						question:
							'A stage took 6 hours usually and 12 at the longest. Which estimate follows the rule of the course?',
						options: ['6 hours', '8 hours', '12 hours', '9 hours'],
						correctAnswer: 1,
					},
					{
						question: 'Where is the best edge between two stages?',
						options: [
							'After ten hours',
							'At the end of a month',
							'At an event that both of you can see',
							'When the file is thick',
						],
						correctAnswer: 2,
					},
					{
						question: 'The longest matter of a stage took five times the usual one. What do you do?',
						options: [
							'Charge for the longest',
							'Charge by the hour for everybody',
							'Look for two stages inside it',
							'Leave it out of the average',
						],
						correctAnswer: 2,
					},
				],
			},
		},
		{
			slug: 'your-floor',
			title: 'Your floor, and one price to change',
			description: 'Do the calculation and decide one thing.',
			type: 'journal',
			content: '<p>The calculation is private. What you write here is read only by you and the instructors.</p>',
			data: {
				prompt:
					'Work out your floor. Which kind of matter lies furthest below it? Write the new price, the day from which it holds, and the sentence in which you will say it.',
				guidelines: 'Percentages instead of amounts are fine. One change is enough; two are none.',
				wordLimit: 350,
			},
		},
	],
}
