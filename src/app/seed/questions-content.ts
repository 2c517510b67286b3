/** A demonstration question. `by` are usernames; answers are in order, and their third element marks an edit. */
export interface SeedQuestion {
	category: string
	by: string
	hoursAgo: number
	title: string
	body: string
	isLocked?: boolean
	answers: readonly (readonly [by: string, body: string, edited?: boolean])[]
}

export const seedQuestions: readonly SeedQuestion[] = [
	{
		category: 'client-intake',
		by: 'marcus',
		hoursAgo: 5,
		title: 'What do you ask first when a caller says the last two lawyers dropped the ball?',
		body: 'I hear it about once a week. Sometimes it is true. I would like to find out in the first five minutes, without sounding as if I side with the lawyers who came before me.\n\nWhat is your first question?',
		answers: [
			['dana', 'For both names, and for leave to speak with them. Whoever hesitates has answered.'],
			[
				'gwen',
				'I ask what the last letter from the court says, and when it came. It tells me how they keep paper, and whether there is a deadline on fire.',
			],
			['marcus', 'Both are good. @dana, do you really call them?'],
			['dana', 'Every time. One call in four changes my mind, in one direction or the other.', true],
		],
	},
	{
		category: 'fees-and-billing',
		by: 'imani',
		hoursAgo: 29,
		title: 'Flat fees with stages: how do you word the second payment?',
		body: 'I went to flat fees in spring and like it, but clients treat the second stage as a surprise although it is in the agreement. How do you name the stages so that they are expected?',
		answers: [
			[
				'ruth',
				'Name them after what the client gets, not after what you do: “until we know what they have”, “until there is an offer”, “until it is over”. Put the sum beside each on one page and have them initial it.',
			],
			[
				'tomas',
				'I send the invoice for the next stage two weeks early, with one line about what comes. Nobody was surprised since.',
			],
			['imani', 'Stealing both. Thank you.'],
		],
	},
	{
		category: 'technology',
		by: 'gwen',
		hoursAgo: 52,
		title: 'Is anybody happy with their document scanner?',
		body: 'Mine jams at page nine of everything. I need duplex, forty pages, and names for the files that I can read. What do you use, and what would you not buy again?',
		answers: [
			['tomas', 'Buy the one whose rollers you can order. I did not, once.'],
			['dana', 'Second-hand from a firm that closed. It is as old as my practice and has not jammed since the move.'],
		],
	},
	{
		category: 'criminal-defense',
		by: 'tomas',
		hoursAgo: 75,
		title: 'How do you explain Padilla v. Kentucky to a client in two minutes?',
		body: 'I have to tell clients what a plea does to their papers (559 U.S. 356), and I have to do it in a corridor. What are your words? I would like to put ours on a card.',
		answers: [
			[
				'marcus',
				'“This plea can cost you the right to live here. Before you say yes, we ask somebody who does only that.” Then I stop talking.',
			],
			['imani', 'I do only that. Send me the card when it is done, and I will read it.'],
			['tomas', '@imani it is on its way tonight.'],
			['ruth', 'When it is ready, may we put it into the course on pleas? Credit to all of you.'],
		],
	},
	{
		category: 'ethics',
		by: 'dana',
		hoursAgo: 120,
		title: 'How do you ask for help here without telling too much?',
		body: 'ABA Formal Opinion 511 made me careful: even a hypothetical can give a client away. How do you strip a question down so that it still can be answered?',
		answers: [
			[
				'ruth',
				'I write it twice. First for myself, with everything in it. Then I take out every number, place and date, and ask whether the question still needs an answer. Usually it is better for it.',
			],
			['gwen', 'Ask about the rule, not about the case. “Does X ever beat Y” gets better answers than my story.'],
			['marcus', 'And the reminder in the form here caught me once. I had pasted the docket number from my notes.'],
		],
	},
	{
		category: 'work-life-balance',
		by: 'imani',
		hoursAgo: 168,
		title: 'Do you take calls after six?',
		body: 'I stopped in January and lost nobody. Then a big one went elsewhere because I did not pick up at half past seven. Was it the rule, or just that one caller?',
		answers: [
			['tomas', 'That one caller would have called at eleven, too.'],
			[
				'dana',
				'I have a line on the machine that says when I call back, to the half hour. People can wait if they know how long.',
			],
			['gwen', 'My children answer this question for me.'],
		],
	},
	{
		category: 'hiring-and-delegation',
		by: 'marcus',
		hoursAgo: 230,
		title: 'The first assistant: which ten hours a week would you give away?',
		body: 'I can pay for ten hours. I am not sure that I know which ten. Intake, calendar, bills? What gave you the most back?',
		answers: [
			['dana', 'Bills. It is the work that you put off, so it is the work that costs you most.'],
			['ruth', 'Write down for one week what you did in each quarter of an hour. The list decides by itself.'],
			['imani', 'Intake, with a script. But listen in for the first month.'],
		],
	},
	{
		category: 'family-law',
		by: 'gwen',
		hoursAgo: 300,
		title: 'Parenting plans: which clause saved you the most phone calls?',
		body: 'Mine is: “A change agreed in writing, by text message too, counts for this once and for no other time.” What is yours?',
		answers: [
			['dana', 'Who brings the child, who fetches, and what happens after fifteen minutes.'],
			['tomas', 'The school calendar attached as a page, with the year written on it. They lose the link otherwise.'],
		],
	},
	{
		category: 'estate-planning',
		by: 'dana',
		hoursAgo: 420,
		title: 'What do you do when two children come to the meeting with the parent?',
		body: 'It happens more often than I would like. I ask them to wait outside for twenty minutes, and half of them are offended. How do you say it?',
		answers: [
			[
				'imani',
				'“I do this with every family, so that nobody can say later that you were in the room.” It turns the offence into protection.',
			],
			['gwen', 'I say it on the phone when the appointment is made. In the room it is too late.'],
		],
	},
	{
		category: 'fees-and-billing',
		by: 'tomas',
		hoursAgo: 610,
		title: 'Trust account: monthly or weekly reconciliation?',
		body: 'The rule here says monthly. My bookkeeper says weekly, and charges for it. Is there a reason beyond sleep?',
		isLocked: true,
		answers: [
			[
				'ruth',
				'Weekly takes me twenty minutes because there is never much to find. There is an episode of the podcast on it.',
			],
			['marcus', 'I went from monthly to weekly after a bank error that I found on day 29.'],
			[
				'ruth',
				'I am closing this one: the answers are all here, and the rule differs by state. Please ask about yours in a new question.',
			],
		],
	},
	{
		category: 'technology',
		by: 'marcus',
		hoursAgo: 700,
		title: 'One calendar or two, for court and for life?',
		body: 'I tried two and missed a recital. I tried one and my assistant saw the dentist. What works for you in the long run?',
		answers: [['imani', 'Two, shown as one to me and as one to nobody else. The private one shows as “busy”.']],
	},
	{
		category: 'immigration',
		by: 'imani',
		hoursAgo: 800,
		title: 'How do you keep up with fee changes at the agency?',
		body: 'I sent an old fee with a new form, and it came back after eight weeks. Now I check on the day of mailing, each time. Is there something better than a bookmark?',
		answers: [],
	},
]
