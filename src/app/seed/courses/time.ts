import type { SeedCourse } from './types.ts'

export const time: SeedCourse = {
	id: '001-time-management',
	title: 'A calendar that survives a trial week',
	description:
		'Plan a week that has room for the work, for interruptions and for you: fixed blocks, one list, and a Friday half hour that keeps both honest.',
	difficulty: 'beginner',
	isPublished: true,
	createdAt: '2026-08-10T14:00:00.000Z',
	modules: [
		{
			slug: 'blocks',
			title: 'Blocks before appointments',
			description: 'Give the work that pays you a place before others give you theirs.',
			type: 'text',
			content: `<p>A solo lawyer’s calendar fills with what other people need, because other people ask. Writing, thinking and billing never telephone. So they get their place first.</p>
<h3>Three kinds of blocks</h3>
<ul><li><strong>Deep work,</strong> two hours, three times a week, in the part of the day when you are awake. Drafting, research, preparing a witness. Telephone in another room.</li><li><strong>Calls,</strong> one hour in the late morning and one in the afternoon. Say on your voicemail when you call back, and then do. People bear waiting; they do not bear not knowing.</li><li><strong>The office,</strong> half an hour a day. Time entries, post, filing, bills. At the end of the day an hour is still fresh; on Friday it is fiction.</li></ul>
<h3>The part you leave empty</h3>
<p>Leave a fifth of the week without any plan. It will be used: by the emergency, the hearing that ran over, the client at the door. A full calendar is not a plan; it is a wish that nothing happens.</p>
<h3>When a trial eats the week</h3>
<ol><li>Two weeks before: move calls to one short block a day and say so in your automatic reply.</li><li>Keep two things: the half hour for the office, and one meal away from the desk.</li><li>Block the day after. You will not be fit for deep work, but you can return eleven calls.</li></ol>
<p>The blocks will move. That is not failure. A block that was moved still exists; one that was never there cannot be found again.</p>`,
		},
		{
			slug: 'one-list',
			title: 'One list, and a Friday half hour',
			description: 'Everything in one place, looked at once a week.',
			type: 'text',
			content: `<p>The sticky note, the inbox, the back of the file and your memory are four lists. Four lists mean that you carry the fifth one at night.</p>
<h3>One list</h3>
<p>One place, on paper or on a screen, for everything you have promised anybody, including yourself. Each line begins with a verb and can be done in one sitting. <em>“Smith”</em> is not a task. <em>“Call the clerk about the Smith date”</em> is.</p>
<p>Court dates and limitation periods do not belong on the list. They live in the calendar, twice, with a warning well before, and somebody besides you can see them.</p>
<h3>The Friday half hour</h3>
<ol><li>Cross off what is done. Enjoy it.</li><li>Go through every open matter by name and ask: what is the next thing here, and whose turn is it?</li><li>Look at the next two weeks. What needs preparing that is not on the list?</li><li>Choose three things for Monday. Write them where you will see them.</li><li>Enter missing time. Send what can be billed.</li></ol>
<p>Thirty minutes, at the same hour, with the door closed. If a week has room for only one habit, make it this one.</p>`,
		},
		{
			slug: 'check',
			title: 'What would you move?',
			description: 'Four mornings, four decisions.',
			type: 'quiz',
			content:
				'<p>There is seldom one right answer in a real week. Here there is one that follows from the course.</p>',
			data: {
				passingScore: 70,
				questions: [
					{
						question: 'A client calls during your drafting block. It is not urgent. What happens?',
						options: [
							'You answer; it is only five minutes',
							'The call goes to voicemail, which says when you call back',
							'You switch the telephone off for the week',
							'You finish the paragraph with the client on the line',
						],
						correctAnswer: 1,
					},
					{
						question: 'How much of the week stays unplanned?',
						options: ['Nothing', 'About a fifth', 'Half', 'Whatever is left'],
						correctAnswer: 1,
					},
					{
						question: 'Where does a limitation date belong?',
						options: [
							'On the list',
							'In your memory',
							'In the calendar, twice, with a warning and a second pair of eyes',
							'On the front of the file',
						],
						correctAnswer: 2,
					},
					{
						question: 'Which of these is a task?',
						options: ['Smith', 'Trial prep', 'Call the clerk about the Smith date', 'Be more organized'],
						correctAnswer: 2,
					},
				],
			},
		},
		{
			slug: 'next-week',
			title: 'Draw your next week',
			description: 'Blocks on paper, before the telephone rings.',
			type: 'journal',
			content: '<p>Take next week as it is, with the hearings that are already in it.</p>',
			data: {
				prompt:
					'Describe your next week in blocks: when is deep work, when are calls, when is the office, and which fifth stays empty? Then name the one thing that usually destroys your week, and what you will do when it comes.',
				guidelines: 'Come back next Friday and add two sentences about what happened.',
				wordLimit: 0,
			},
		},
	],
}
