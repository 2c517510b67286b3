import type { SeedCourse } from './types.ts'

export const marketing: SeedCourse = {
	id: '002-marketing-ethics',
	title: 'Marketing you can show to your bar',
	description:
		'What the duties behind advertising rules have in common, how to ask for reviews, and a page about yourself that is true and still worth reading.',
	difficulty: 'advanced',
	isPublished: true,
	createdAt: '2026-08-24T14:00:00.000Z',
	modules: [
		{
			slug: 'four-duties',
			title: 'Four duties behind the rules',
			description: 'Rules on advertising differ. What they protect does not.',
			type: 'text',
			content: `<p>Advertising rules fill pages and differ from one jurisdiction to the next. Behind nearly all of them stand four duties. If a piece of marketing honors all four, the detailed rule seldom surprises you. If it strains one, stop and read your own rule before you publish.</p>
<ol><li><strong>Be true.</strong> No false statement, and no true one that misleads by what it leaves out. “Never lost a case” is true of a lawyer who never tried one.</li><li><strong>Promise nothing.</strong> A past result is a fact about a past case. Shown without its circumstances it becomes a promise about the next one.</li><li><strong>Keep confidences.</strong> That a matter is public does not make it yours to tell. A client’s story needs the client’s consent, and the consent needs the words they will see.</li><li><strong>Do not press.</strong> Whoever has just been arrested, injured or bereaved is not a lead. Contact that uses the moment is where most rules are strictest.</li></ol>
<h3>A test before publishing</h3>
<ul><li>Could somebody who reads only the headline believe something that is not so?</li><li>Would the client in this story recognize themselves, and have they said yes to these very words?</li><li>Does a number here need its circumstances beside it?</li><li>Who is responsible for this text? If an agency or a program wrote it, you are.</li></ul>
<p>Words such as specialist, expert and certified are regulated in many places. Look them up before you use them, not after somebody writes to you.</p>`,
		},
		{
			slug: 'reviews',
			title: 'Reviews, asked for and answered',
			description: 'Ask everybody in the same way, and answer without saying anything.',
			type: 'text',
			content: `<p>Reviews bring more small-firm work than anything you will ever write about yourself. They are also where good lawyers break confidences in public, at eleven at night, in their own defense.</p>
<h3>Asking</h3>
<ul><li>Ask every client, at the same point: when the matter closes, in the closing letter. Choosing only the happy ones paints a false picture.</li><li>Ask for a review, not for a good one. Suggest no words and offer nothing in return.</li><li>Tell them not to describe their case. It is their secret, but the internet keeps it.</li></ul>
<h3>Answering a bad one</h3>
<p>You may not reveal what you learned as a lawyer because a former client was unfair to you. In many places a critical review does not open an exception; find out about yours while you are calm. An answer that is safe nearly everywhere:</p>
<blockquote><p>Thank you for writing. My professional duties do not allow me to discuss whether somebody is or was a client. I take every concern seriously and would welcome a call.</p></blockquote>
<p>Wait a day before you post even that. Readers judge the tone, not the dispute.</p>`,
		},
		{
			slug: 'judgment',
			title: 'Publish, change or drop?',
			description: 'Six drafts for a small firm’s website.',
			type: 'quiz',
			content: '<p>Choose the answer that the four duties suggest. Your own rules may be stricter still.</p>',
			data: {
				passingScore: 80,
				questions: [
					{
						question: '“We got our client 250,000.” What is missing most?',
						options: [
							'The client’s first name',
							'The circumstances, and that results differ from case to case',
							'A larger font',
							'The year of your admission',
						],
						correctAnswer: 1,
					},
					{
						question: 'A happy client offers to post a review if you write it for her. What do you say?',
						options: [
							'Gladly, with three versions',
							'Thank you, but the words have to be yours',
							'Only if she adds her case number',
							'Yes, for a discount',
						],
						correctAnswer: 1,
					},
					{
						question: 'A former client posts that you “lost the papers”. You have the receipt. What do you do?',
						options: [
							'Post the receipt',
							'Explain the case in two sentences',
							'Answer without confirming that they were a client, after a night’s sleep',
							'Ask friends for ten good reviews',
						],
						correctAnswer: 2,
					},
					{
						question: 'An agency wrote “leading specialist” on your page. Who answers for it?',
						options: ['The agency', 'You', 'Nobody; it is opinion', 'The host of the site'],
						correctAnswer: 1,
					},
					{
						question: 'Which of these is the safest way to ask for reviews?',
						options: [
							'Ask those who won',
							'Ask all clients in the closing letter, suggesting no words',
							'Offer a coffee card',
							'Ask on social media and tag clients',
						],
						correctAnswer: 1,
					},
				],
			},
		},
		{
			slug: 'about-page',
			title: 'A page about yourself, in 150 words',
			description: 'True, specific, and free of adjectives.',
			type: 'journal',
			content: '<p>Write what you would tell a neighbor who asks what you do all day.</p>',
			data: {
				prompt:
					'Write the “About” text of your website in 150 words: whom you help, with what, how you work, and what happens at the first call. Use no superlative and no word you would have to look up in your rules.',
				guidelines: 'When it is done, take out every adjective and see what is lost. Usually nothing.',
				wordLimit: 150,
			},
		},
	],
}
