/** First steps of a new member, in order, for the dashboard and the welcome email. */
export const WELCOME_STEPS = [
	{ id: 'introduction', title: 'Say who you are', href: '/questions/introduction' },
	{
		id: 'categories',
		title: 'Choose your categories and the weekly digest',
		href: '/account/notifications#digest-title',
	},
	{ id: 'module', title: 'Read one module', href: '/courses?tab=all' },
	{ id: 'calendar', title: 'Put the next call into your calendar', href: '/coaching' },
] as const

export type WelcomeStepId = (typeof WELCOME_STEPS)[number]['id']
