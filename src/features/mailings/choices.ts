/** What a mail can be about, and whom it can go to by course. */
export interface MailingChoices {
	/** Newest first. */
	courses: ReadonlyArray<{ id: string; title: string; isPublished: boolean }>
	/** Those to come, by time. */
	sessions: ReadonlyArray<{ id: string; title: string; when: string }>
}
