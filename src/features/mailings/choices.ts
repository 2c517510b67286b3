export interface MailingChoices {
	/** Newest first. */
	courses: ReadonlyArray<{ id: string; title: string; isPublished: boolean }>
	/** Upcoming sessions, by time. */
	sessions: ReadonlyArray<{ id: string; title: string; when: string }>
}
