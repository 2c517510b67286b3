import { write } from '#db/write.ts'
import { lastVerifiedAt } from '#src/app/backups/verified.ts'
import type * as contracts from '#src/features/admin-home/contract.ts'
import type { FirstSteps, Step } from '#src/features/admin-home/contract.ts'
import { actions } from '#src/features/admin-home/server/audit-actions.ts'
import { countApplications } from '#src/features/applications/server/decisions.ts'
import type { CurrentUser } from '#src/features/auth/contract.ts'
import { findNextSessionFor } from '#src/features/coaching/server/sessions.ts'
import { listCoursesFor } from '#src/features/courses/server/service.ts'
import { getPodcastStatus } from '#src/features/podcast/server/service.ts'
import { listAllCategories } from '#src/features/questions/server/categories.ts'
import { countRecoveryCodes } from '#src/features/security/server/recovery-codes.ts'
import { findFactorState } from '#src/features/security/server/reset.ts'
import { countActiveAdmins } from '#src/features/users/server/service.ts'
import { type Feature, hasFeature, isAvailable } from '#src/lib/site/features.ts'
import { site, siteDefaults } from '#src/lib/site/site.ts'
import { UNNAMED_ADMIN } from '#src/lib/site/unnamed-admin.ts'
import { recordAudit } from '#src/platform/audit.ts'
import type { Service } from '#src/platform/endpoint/handle.ts'
import { env } from '#src/platform/env/env.ts'
import { isStepDone, markStep, unmarkStep } from '#src/platform/env/setup-steps.ts'
import { mailWaits } from '#src/platform/mail/mail.ts'
import { newestBackupAt, TOO_OLD_MS } from './backup-age.ts'
import { isMailVerified } from './mail-proof.ts'

type StepDefinition = Omit<Step, 'isDone' | 'how' | 'button'> & {
	how: string | (() => string)
	button: Step['button'] | (() => Step['button'])
	/** Checks the current state every time: a step that is undone shows up again. */
	isDone: (viewer: CurrentUser) => boolean | Promise<boolean>
	/** Feature that the step needs. The step is left out if the feature is not available. */
	feature?: Feature
}

const isThemeChosen = () => {
	const { name, primary, accent, logo } = site()
	return name !== siteDefaults.name && [primary, accent, logo].some((chosen) => chosen !== '')
}

async function isFeedRead(): Promise<boolean> {
	const { feedUrl, lastSuccessAt, failingSince } = await getPodcastStatus()
	return feedUrl !== null && lastSuccessAt !== null && failingSince === null
}

async function isBackupGood(): Promise<boolean> {
	const [newest, verified] = await Promise.all([newestBackupAt(), lastVerifiedAt(env().dataDir)])
	return newest !== undefined && Date.now() - newest.getTime() < TOO_OLD_MS && verified !== undefined
}

/** The steps of setting up a club, in the recommended order. A new step is an entry here. */
const stepDefinitions: readonly StepDefinition[] = [
	{
		id: 'name',
		title: 'You have a name',
		how: 'It appears below your answers and in every invitation.',
		isDone: (viewer) => viewer.name !== UNNAMED_ADMIN,
		button: { label: 'Set your name', href: '/account' },
	},
	{
		id: 'address',
		title: 'The club has its own https address',
		how: () => `The site is at ${env().publicUrl} now. Ask your host to set its public address.`,
		isDone: () => env().publicUrl.startsWith('https://'),
		button: { label: 'Setup instructions', href: '/admin/hosting#address' },
	},
	{
		id: 'mail',
		title: 'Email works',
		how: () =>
			mailWaits()
				? 'No mail server is connected. Ask your host to set one up.'
				: 'We send you an email with a button. Click it to confirm that email arrives.',
		isDone: isMailVerified,
		// Without a mail server, link to the instructions.
		button: () =>
			mailWaits()
				? { label: 'Setup instructions', href: '/admin/hosting#mail' }
				: { label: 'Send me the email', href: null },
	},
	{
		id: 'look',
		title: 'Name and look are set',
		how: 'Set the name of your club, and its colors or logo.',
		isDone: isThemeChosen,
		button: { label: 'Open settings', href: '/admin/settings' },
	},
	{
		id: 'feed',
		title: 'The podcast is connected',
		how: 'Enter the address of your feed. No podcast? Skip this step.',
		isDone: isFeedRead,
		button: { label: 'Enter the feed', href: '/admin/settings/podcast' },
	},
	{
		id: 'categories',
		title: 'Questions have categories',
		how: 'Members choose a category when they ask a question.',
		isDone: async () => (await listAllCategories()).length > 0,
		button: { label: 'Add categories', href: '/admin/categories' },
	},
	{
		id: 'course',
		title: 'A course is published',
		how: 'Your course stays a draft until you publish it.',
		isDone: async () => (await listCoursesFor(undefined, { limit: 1 })).total > 0,
		button: { label: 'Write a course', href: '/admin/courses' },
	},
	{
		id: 'session',
		title: 'A coaching session is planned',
		how: 'Members see it right away and can suggest topics.',
		isDone: async (viewer) => (await findNextSessionFor(viewer)) !== undefined,
		button: { label: 'Plan one', href: '/admin/coaching' },
	},
	{
		id: 'application',
		title: 'The application form is tested',
		how: 'Apply with a second email address, then approve or reject the application.',
		isDone: async () => {
			const { pending, approved, rejected } = await countApplications()
			return pending + approved + rejected > 0
		},
		button: { label: 'See the form', href: '/apply' },
	},
	{
		id: 'dues',
		title: 'Dues are collected here',
		how: 'Plans, invoices, and who is a member until when. No dues, or collected elsewhere? Skip this step.',
		isDone: () => hasFeature('dues'),
		button: { label: 'Open dues', href: '/admin/settings/dues' },
		feature: 'dues',
	},
	{
		id: 'second-admin',
		title: 'There is a second admin',
		how: 'Someone else can sign in if you cannot.',
		isDone: async () => (await countActiveAdmins()) > 1,
		button: { label: 'Add an admin', href: '/admin/users' },
	},
	{
		id: 'second-factor',
		title: 'Your sign-in has a second factor',
		how: 'Anyone who learns your password could see everything. An app or a passkey prevents that.',
		isDone: async (viewer) => (await findFactorState(viewer.id)).hasSecondFactor,
		button: { label: 'Set one up', href: '/account/security' },
	},
	{
		id: 'recovery-codes',
		title: 'You have recovery codes',
		how: 'They come with your second factor, and let you in if you lose your phone.',
		isDone: async (viewer) => (await countRecoveryCodes(viewer.id)) > 0,
		button: { label: 'Open sign-in security', href: '/account/security' },
	},
	{
		id: 'backup',
		title: 'Backups run and can be restored',
		how: 'Done when the newest backup is less than seven days old and a test restore has succeeded.',
		isDone: isBackupGood,
		button: { label: 'Setup instructions', href: '/admin/hosting#backups' },
	},
]

/** Name of the mark that hides the steps. It applies to the whole club, because the steps are about the club. */
const HIDDEN = 'first-steps-hidden'

/** Returns the first steps for `viewer`. Checks nothing while they are hidden. */
export async function findFirstStepsFor(viewer: CurrentUser): Promise<FirstSteps> {
	if (await isStepDone(HIDDEN)) return { isHidden: true, steps: [] }
	const available = stepDefinitions.filter(({ feature }) => !feature || isAvailable(feature))
	const steps = available.map(async ({ how, button, isDone, feature: _, ...step }) => ({
		...step,
		how: typeof how === 'function' ? how() : how,
		button: typeof button === 'function' ? button() : button,
		isDone: await isDone(viewer),
	}))
	return { isHidden: false, steps: await Promise.all(steps) }
}

export const getFirstSteps: Service<typeof contracts.getFirstSteps> = (_, { user }) => findFirstStepsFor(user)

export const updateFirstSteps: Service<typeof contracts.updateFirstSteps> = async (
	{ body: { isHidden } },
	{ user },
) => {
	// A second click changes nothing.
	if ((await isStepDone(HIDDEN)) !== isHidden)
		await write(
			isHidden ? markStep(HIDDEN) : unmarkStep(HIDDEN),
			recordAudit({
				actor: user,
				action: actions[isHidden ? 'first-steps.hidden' : 'first-steps.shown'],
				subject: { type: 'user', id: user.id, name: user.name },
			}),
		)
	return findFirstStepsFor(user)
}
