/** The refusal of a mail that somebody waits for, on a server that sends none. */
export const NO_MAIL = [
	409,
	'No mail server is connected. See “Hosting” in the admin menu for what to ask your host.',
] as const
