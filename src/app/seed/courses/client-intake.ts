import type { SeedCourse } from './types.ts'
import { readVideoScript } from './video-script.ts'

export const clientIntake: SeedCourse = {
	id: '005-client-intake',
	title: 'Client intake that protects your evenings',
	description:
		'A screening call, a fee conversation and a decline letter, in six short modules. You leave with one sheet of paper that runs every first call the same way.',
	difficulty: 'beginner',
	isPublished: true,
	createdAt: '2026-10-05T14:00:00.000Z',
	modules: [
		{
			slug: 'who-is-calling',
			title: 'Who is calling, and why now',
			description: 'The two questions that tell you most about a matter, before you hear the story.',
			type: 'text',
			content: `<p>Most intake trouble begins with kindness. Somebody is upset, you know the answer, and twenty minutes later you have advised a person whose name you did not write down. A fixed order protects both of you.</p>
<h3>First the names</h3>
<p>Ask for the full name of the caller and of everybody on the other side, and spell them back. Say why: <em>“I check that I do not already represent somebody in this before I hear any details.”</em> People accept this at once, because it sounds like what it is, a rule that protects them.</p>
<ul><li>Caller, spouse or partner, business and trading names.</li><li>The other side, their employer or insurer if there is one.</li><li>Other lawyers: past, present and consulted.</li></ul>
<p>Then check. A conflict check that runs after the story is a conflict check that comes too late, because you now hold confidences of somebody you may not be able to represent.</p>
<h3>Then the date</h3>
<p>Ask: <em>“Is there a date on any paper you have?”</em> A hearing, a deadline to answer, a deadline to ask for a hearing. Ask them to read it aloud. The date decides whether this is a call for today or for Thursday, and whether the honest answer is that you cannot help in time.</p>
<h3>Then: why now?</h3>
<p>The problem is often old. Something made them pick up the telephone today: a letter, a quarrel, a birthday. Ask what it was. The answer tells you what they hope for far better than <em>“What can I do for you?”</em>, which invites a biography.</p>
<blockquote><p>Names, date, why now. If a call has to end after three minutes, you have what you need to decide what happens next.</p></blockquote>
<h3>What to try this week</h3>
<ol><li>Put a sheet with these three headings beside your telephone.</li><li>Use it for every call, including those from friends.</li><li>On Friday count how many calls you ended in under fifteen minutes.</li></ol>
<p>General information for lawyers. Your own jurisdiction decides what its conflict and confidentiality rules require.</p>`,
		},
		{
			slug: 'fifteen-minute-call',
			title: 'The fifteen-minute call',
			description: 'One call from greeting to goodbye, with the sentences to say.',
			type: 'video',
			content:
				'<p>A screening call has one purpose: to decide whether the two of you should have a longer conversation. Watch it once, then read the transcript with your own sheet beside you and change every sentence that does not sound like you.</p>',
			data: { videoUrl: '/videos/the-fifteen-minute-call.mp4', ...readVideoScript('the-fifteen-minute-call') },
		},
		{
			slug: 'fee-conversation',
			title: 'Talking about money before there is any',
			description: 'Say the number early, say it once, and stop talking.',
			type: 'text',
			content: `<p>Fee conversations go wrong in two ways. Either the number comes so late that everybody is embarrassed, or it comes wrapped in so many words that nobody heard it.</p>
<h3>Four sentences</h3>
<ol><li><strong>What you would do:</strong> “I would review the papers, appear at the first hearing and negotiate before the deadline.”</li><li><strong>What it costs:</strong> “For that I charge a flat fee of ___, paid before I start.”</li><li><strong>What it does not cover:</strong> “A trial is a separate stage with its own fee. We would talk before it begins.”</li><li><strong>What happens next:</strong> “I will send you the agreement today. I start when it is signed and paid.”</li></ol>
<p>Then be quiet. Silence after a number is not refusal; it is arithmetic. The lawyer who fills it usually fills it with a discount.</p>
<h3>When the answer is “I cannot afford that”</h3>
<p>You have three honest replies, and a lower price for the same work is not one of them.</p>
<ul><li><strong>Less work for less money.</strong> A limited scope, in writing, where your rules allow it and it serves the client.</li><li><strong>Time.</strong> Staged payments with dates, and what happens if one is missed.</li><li><strong>A name.</strong> A legal aid office, a clinic, a colleague.</li></ul>
<p>Write down which of the three you offered. A month later you will not remember, and they will.</p>
<p>What must be in writing, and what may be called non-refundable, differs by jurisdiction. Look it up once for your own and keep the answer with your template.</p>`,
		},
		{
			slug: 'red-flags',
			title: 'Red flags, graded',
			description: 'Which warnings end the call, and which only change the agreement.',
			type: 'quiz',
			content:
				'<p>Not every warning means no. Some mean a larger advance, a narrower scope or a second conversation. Answer from what you would really do on a Tuesday afternoon.</p>',
			data: {
				passingScore: 70,
				questions: [
					{
						question: 'A caller says the last two lawyers “dropped the ball”. What do you ask first?',
						options: [
							'Nothing; sympathy comes first',
							'For both names, and permission to speak with them',
							'For a larger advance payment',
							'Whether they have complained to the bar',
						],
						correctAnswer: 1,
					},
					{
						question: 'When do you run the conflict check?',
						options: [
							'After the consultation, with the full story',
							'When the agreement is signed',
							'Before you hear any details',
							'Only in business matters',
						],
						correctAnswer: 2,
					},
					{
						question:
							'The caller has a hearing tomorrow morning and has known for six weeks. What is this mostly a sign of?',
						options: [
							'That the matter is hopeless',
							'How decisions will be made for as long as you work together',
							'That they cannot pay',
							'Nothing; people are busy',
						],
						correctAnswer: 1,
					},
					{
						question: 'You named the fee and the caller says nothing. What now?',
						options: ['Explain the fee again', 'Offer a discount', 'Wait', 'Change the subject'],
						correctAnswer: 2,
					},
					{
						question: 'You will not take the case. What does the person need from you in writing?',
						options: [
							'Your opinion of the merits',
							'That you do not represent them, and that deadlines may be running',
							'A list of what they told you',
							'Nothing; there is no relationship',
						],
						correctAnswer: 1,
					},
				],
			},
		},
		{
			slug: 'decline-letter',
			title: 'The letter that says no',
			description: 'Seven sentences that end a consultation cleanly.',
			type: 'text',
			content: `<p>A declined matter is the only one in your office that can hurt you without ever having paid you. The person believes you are thinking about it. You believe they have moved on. The deadline believes nothing, and passes.</p>
<h3>What the letter says</h3>
<ol><li>Thank you for speaking with me on <em>date</em> about <em>the matter in five words</em>.</li><li>I am not able to represent you in it.</li><li>This is not an opinion about whether you have a good case.</li><li>There are time limits in matters like this one. When one passes, a right can be lost for good.</li><li>Please speak with another lawyer without delay if you wish to pursue it.</li><li>You can find one through <em>the referral service of your bar</em>.</li><li>I have kept no original papers of yours; copies are returned with this letter.</li></ol>
<h3>What it leaves out</h3>
<p>Your reasons. A reason invites an answer, and an opinion on the merits from a lawyer who declined is the worst of both worlds. If you know a date that is truly close, name it and say that it may not be the only one. Otherwise do not guess at the limitation period: a wrong date in your letter is worse than none.</p>
<h3>How to send it</h3>
<ul><li>The same day. Tomorrow has its own calls.</li><li>In a way you can show later.</li><li>With a copy in a folder of declined matters, which your conflict check reads.</li></ul>
<blockquote><p>Date the letter, send it the same day, and keep it. It takes four minutes with a template.</p></blockquote>`,
		},
		{
			slug: 'your-sheet',
			title: 'Your own intake sheet',
			description: 'Turn the course into one page in your own words.',
			type: 'journal',
			content:
				'<p>A script borrowed from somebody else lasts until the first difficult caller. This one will be yours.</p>',
			data: {
				prompt:
					'Write the first five questions you will ask every caller from Monday on, in the order and in the words you will use. Then name one kind of caller you will stop taking, and what you will say to them.',
				guidelines: 'Read it aloud before you save it. Cut what you would not say. Leave out the names of real people.',
				wordLimit: 400,
			},
		},
	],
}
