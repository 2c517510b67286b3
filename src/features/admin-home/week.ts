/** The club's activity in one week. */
interface WeekCounts {
	/** Applications approved, invitations accepted, and accounts added. */
	joined: number
	/** Accounts deleted or deactivated. */
	left: number
	/** People who wrote a post or completed a module. */
	active: number
	/** Questions and comments. */
	posts: number
	/** Modules completed. */
	learned: number
}

export interface Week {
	now: WeekCounts
	before: WeekCounts
	/** Members who visited; not known for earlier weeks, since only the last visit is stored. */
	seen: number
}
