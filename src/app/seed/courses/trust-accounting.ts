import type { SeedCourse } from './types.ts'
import { readVideoScript } from './video-script.ts'

export const trustAccounting: SeedCourse = {
	id: '004-trust-accounting',
	title: 'Trust accounting basics for a firm of one',
	description:
		'Whose money it is, three records that must agree, and a monthly reconciliation short enough that you will do it. No accounting background needed.',
	difficulty: 'intermediate',
	isPublished: true,
	createdAt: '2026-09-21T14:00:00.000Z',
	modules: [
		{
			slug: 'whose-money',
			title: 'Whose money is it',
			description: 'The one question behind every rule about client funds.',
			type: 'text',
			content: `<p>Every rule about trust accounts is an answer to one question: <strong>whose money is this, at this moment?</strong> If it is the client’s, or somebody’s whom you do not yet know, it lives in trust. If it is yours, it must leave. Money in the wrong account is a problem in both directions.</p>
<h3>Three kinds of money</h3>
<ul><li><strong>The client’s:</strong> advances for fees not yet earned and costs not yet spent, settlement money before it is divided.</li><li><strong>Yours:</strong> fees you have earned and billed, costs you have paid and may recover.</li><li><strong>Disputed:</strong> what you and the client, or the client and a third person, do not agree about. It usually stays in trust until the dispute is settled.</li></ul>
<h3>Three ways it goes wrong</h3>
<ol><li><strong>Mixing.</strong> Leaving earned fees in trust “as a cushion” is still mixing your money with theirs.</li><li><strong>Borrowing.</strong> Paying one client’s filing fee from the pool before that client’s own deposit has cleared uses another client’s money.</li><li><strong>Rounding.</strong> Bank charges, card processing fees and refunds that nobody assigned to a client eat small holes which a reconciliation finds late.</li></ol>
<h3>A habit that prevents most of it</h3>
<p>Write the client’s name on every movement on the day it happens, in the ledger and on the deposit slip. A movement without a name is the beginning of every trust account story that ends badly.</p>
<p>Account types, who keeps the interest, record periods and notice duties differ by jurisdiction. Read your own rule with this page beside it and note the numbers in the margin.</p>`,
		},
		{
			slug: 'three-records',
			title: 'Three records that must agree',
			description: 'The journal, the client ledgers and the bank, and what each is for.',
			type: 'text',
			content: `<p>You need three records. Two of them you keep; the third comes from the bank. They describe the same money from three sides, which is why a mistake in one shows in the others.</p>
<h3>1. The journal</h3>
<p>Every movement of the account in order: date, amount, from whom or to whom, for which client, and the balance after it. It answers <em>“What did the account do?”</em></p>
<h3>2. A ledger for each client</h3>
<p>The same movements sorted by client, each with a balance of its own. It answers <em>“How much do I hold for this person?”</em> No ledger may ever be below zero: a negative client balance means that somebody else’s money paid for it.</p>
<h3>3. The bank statement</h3>
<p>What the bank believes. It answers <em>“What really happened?”</em></p>
<h3>An example</h3>
<p>You hold an advance of 2,000 for Client A and 500 for Client B. You pay a filing fee of 300 for A by cheque, not yet cashed.</p>
<ul><li>Journal balance: 2,200.</li><li>Ledgers: A 1,700, B 500; together 2,200.</li><li>Bank: 2,500, less the outstanding cheque of 300, gives 2,200.</li></ul>
<p>Three routes, one number. When they differ, the difference itself is the clue: an amount that divides by nine is often two digits exchanged; an amount equal to one movement is that movement, missed or entered twice.</p>`,
		},
		{
			slug: 'twenty-minutes',
			title: 'Reconciled in twenty minutes',
			description: 'The monthly routine, step by step, with a timer.',
			type: 'video',
			content:
				'<p>Do this with your own statement in front of you. The first time takes an evening. The third time takes twenty minutes, because the second time you fixed what made the first one slow.</p>',
			data: {
				videoUrl: '/videos/reconciled-in-twenty-minutes.mp4',
				...readVideoScript('reconciled-in-twenty-minutes'),
			},
		},
		{
			slug: 'check',
			title: 'Would you sign this reconciliation?',
			description: 'Five situations from a small firm’s month.',
			type: 'quiz',
			content: '<p>Use the single question from the first module: whose money is it, at this moment?</p>',
			data: {
				passingScore: 80,
				questions: [
					{
						question: 'A client’s ledger shows −40 after a courier charge. What does this mean?',
						options: [
							'The client owes you 40; bill it',
							'Forty of somebody else’s money was used; correct it now',
							'Nothing, if the account as a whole is positive',
							'A bank error',
						],
						correctAnswer: 1,
					},
					{
						question: 'You billed 900 against an advance and the client has approved. What do you do?',
						options: [
							'Leave it in trust as a cushion',
							'Move 900 to the operating account promptly and record it',
							'Wait until the matter closes',
							'Pay yourself when you need it',
						],
						correctAnswer: 1,
					},
					{
						question:
							'Journal 8,120; ledgers together 8,120; bank less outstanding items 8,300. Where do you look first?',
						options: [
							'In the ledgers',
							'For a cheque or transfer that the bank has not seen, or a deposit not in your books',
							'In the fee agreements',
							'Nowhere; two of three agree',
						],
						correctAnswer: 1,
					},
					{
						question: 'The client disputes 250 of your bill of 1,000. What is usually safe?',
						options: [
							'Take all of it and argue later',
							'Return all of it',
							'Take what is undisputed and keep 250 in trust until it is settled',
							'Move 250 to a savings account of your own',
						],
						correctAnswer: 2,
					},
					{
						question: 'Which record shows how much you hold for one person?',
						options: ['The journal', 'The client’s ledger', 'The bank statement', 'The bill'],
						correctAnswer: 1,
					},
				],
			},
		},
		{
			slug: 'appointment',
			title: 'An appointment with your trust account',
			description: 'Decide when, where and with what, so that it happens.',
			type: 'journal',
			content: '<p>The routine that fails is the one without a place in the calendar.</p>',
			data: {
				prompt:
					'When in the month will you reconcile, what will be on the desk, and what will you do if the three numbers do not agree? Name the first weakness in your present records that you will repair.',
				guidelines: 'Be concrete: a weekday, an hour, a folder. Leave out client names and amounts.',
				wordLimit: 300,
			},
		},
	],
}
