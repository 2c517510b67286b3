import { demoAccounts, demoPassword } from '#src/app/seed/accounts.ts'
import type { Page, Target } from './page.ts'

// One journey through the product, the same for every browser. Each step sets up the next ones.

export interface Step {
	readonly name: string
	run(page: Page): Promise<void>
}

const button = (name: string | RegExp, within?: Target): Target => ({ role: 'button', name, within })
const heading = (name: string | RegExp): Target => ({ role: 'heading', name })
const toast = (text: string): Target => ({ text })

async function signIn(page: Page, who: keyof typeof demoAccounts): Promise<void> {
	await page.open('/auth')
	await page.write({ label: 'Email' }, demoAccounts[who].email)
	await page.write({ label: 'Password' }, demoPassword)
	await page.press(button('Login'))
}

const QUESTION = 'Which headset do you take to a hearing by video?'
const COURSE = 'Letters that end a matter'
const RIGHT_ANSWERS = [
	'150 an hour',
	'8 hours',
	'At an event that both of you can see',
	'Look for two stages inside it',
] as const

const home: Step = {
	name: 'the home page plays an episode',
	async run(page) {
		const player: Target = { role: 'region', name: 'Podcast player' }
		await page.open('/')
		await page.see({ text: 'For Solo Attorneys' })
		await page.press(button('Play Hiring the first assistant'))
		await page.see({ text: 'Now playing', within: player })
	},
}

const apply: Step = {
	name: 'a visitor applies',
	async run(page) {
		await page.open('/apply')
		await page.write({ label: 'Full name' }, 'Dana Whitfield')
		await page.write({ label: 'Email address' }, 'dana.whitfield@firm.example')
		await page.write({ label: 'Password' }, 'oak table by the window')
		await page.write({ label: 'Confirm password' }, 'oak table by the window')
		await page.write({ label: 'Phone number' }, '+1 555 010 2030')
		await page.choose({ label: /^Years of experience/ }, '3-5')
		await page.write({ label: /^What are you looking for/ }, 'A colleague to ask before I file.')
		await page.toggle({ role: 'checkbox', name: /robot/ })
		await page.see({ text: 'Verified' })
		await page.press(button('Submit Application'))
		await page.see(heading('Thank you for your application'))
		await page.press({ role: 'link', name: 'Return to Home' })
		await page.at(/^\/$/)
	},
}

const enter: Step = {
	name: 'a member signs in',
	async run(page) {
		await signIn(page, 'member')
		await page.at(/^\/dashboard$/)
		await page.see(heading('Your Learning Dashboard'))
	},
}

const learn: Step = {
	name: 'a member enrolls and completes a module',
	async run(page) {
		const module: Target = { role: 'article', name: 'Blocks before appointments' }
		await page.open('/courses?tab=all')
		await page.press({ role: 'link', name: /A calendar that survives a trial week/ })
		await page.press(button('Enroll in Course'))
		await page.see(toast('Enrolled Successfully'))
		await page.press(button(/^Mark Complete/, module))
		await page.see(button(/^Completed/, module))
	},
}

const quiz: Step = {
	name: 'a member passes a quiz',
	async run(page) {
		const module: Target = { role: 'article', name: 'Price these' }
		await page.open('/courses/003-pricing')
		for (const [index, answer] of RIGHT_ANSWERS.entries()) {
			await page.see({ text: `Question ${index + 1} of ${RIGHT_ANSWERS.length}`, within: module })
			await page.press({ role: 'radio', name: answer, within: module })
			await page.press(button(index + 1 < RIGHT_ANSWERS.length ? 'Next' : 'Finish Quiz', module))
		}
		await page.press(button('Mark Module as Complete', module))
		await page.see(button(/^Completed/, module))
	},
}

const ask: Step = {
	name: 'a member asks and comments',
	async run(page) {
		await page.open('/questions/new')
		await page.choose({ label: 'Category' }, 'Technology')
		await page.write({ label: 'Title' }, QUESTION)
		await page.write({ label: 'Question Details' }, 'How do you handle this, and what would you do again?')
		await page.press(button('Post Question'))
		await page.at(/^\/questions\/[0-9a-z]{20}$/)
		await page.see({ role: 'heading', name: QUESTION })
		await page.write({ label: 'Your comment' }, 'I found one that does not hiss.')
		await page.press(button('Post Comment'))
		await page.see({ text: 'I found one that does not hiss.', within: { role: 'article', name: /^Comment by/ } })
	},
}

const coach: Step = {
	name: 'a member suggests a topic',
	async run(page) {
		const session: Target = { role: 'listitem', has: 'A week with white space in it' }
		const dialog: Target = { role: 'dialog', name: 'Suggest a Topic' }
		await page.open('/coaching')
		await page.press(button('Suggest a Topic', session))
		await page.write({ role: 'textbox', name: 'Topic', within: dialog }, 'A witness who answers with questions')
		await page.press(button('Submit Topic', dialog))
		await page.see({ text: 'A witness who answers with questions' })
	},
}

const leave: Step = {
	name: 'a member logs out',
	async run(page) {
		await page.open('/dashboard')
		await page.press(button('Account menu'))
		await page.press(button('Log out'))
		await page.at(/^\/$/)
		await page.see({ role: 'link', name: 'Sign in', within: { role: 'navigation', name: 'Main' } })
	},
}

const publish: Step = {
	name: 'an admin writes and publishes a course',
	async run(page) {
		await signIn(page, 'admin')
		await page.at(/^\/admin$/)
		await page.open('/admin/courses')
		const dialog: Target = { role: 'dialog', name: 'Add Course' }
		await page.press(button('Add Course'))
		await page.write({ label: 'Title', within: dialog }, COURSE)
		await page.write({ label: 'Description', within: dialog }, 'What it says and when.')
		await page.press(button('Create Course', dialog))
		await page.press({ role: 'button', name: 'Add Module', isFirst: true })
		const form: Target = { role: 'form', name: 'New module' }
		await page.write({ label: 'Title', within: form }, 'The last letter')
		await page.write({ label: 'Description', within: form }, 'Seven sentences that close a file.')
		await page.write(
			{ role: 'textbox', name: 'Content', within: form },
			'The matter is over, and here are your papers.',
		)
		await page.press(button('Create Module', form))
		await page.see({ role: 'heading', name: 'The last letter' })
		await page.press(button('Publish'))
		await page.see(button('Unpublish'))
		await page.open('/courses?tab=all')
		await page.press({ role: 'link', name: new RegExp(COURSE) })
		await page.see({ text: 'The matter is over, and here are your papers.' })
	},
}

export const journey: readonly Step[] = [home, apply, enter, learn, quiz, ask, coach, leave, publish]
