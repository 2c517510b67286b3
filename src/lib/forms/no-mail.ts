/** The refusal of a mail that somebody waits for, on a server that sends none. */
export const NO_MAIL = [
	409,
	'Mail is not set up on this server. “Hosting”, in the menu of the admin area, says what has to be done.',
] as const
