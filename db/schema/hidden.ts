import { integer, text } from 'drizzle-orm/sqlite-core'

/** Columns of a post that members cannot read for now. Its author still can, and moderators. */
export const hidden = () => ({
	/** Null while members can read it. */
	hiddenAt: integer('hidden_at', { mode: 'timestamp_ms' }),
	/** As a moderator told the author; null while reports alone hide it. */
	hiddenReason: text('hidden_reason'),
})
