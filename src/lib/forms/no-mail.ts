/** Error for an action that has to send an email, on a server without mail. */
export const NO_MAIL = [
	409,
	'No mail server is connected. See “Hosting” in the admin menu for what to ask your host.',
] as const
