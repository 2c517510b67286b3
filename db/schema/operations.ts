import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Public pages whose content changed, in order. Every node reads on from where it stands. */
export const publishEvents = sqliteTable(
	'publish_events',
	{
		seq: integer('seq').primaryKey({ autoIncrement: true }),
		path: text('path').notNull(),
		createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull(),
		/** The node that wrote it: it tells the others, and the CDN once they have it. */
		node: text('node'),
	},
	(table) => [index('publish_events_by_time').on(table.createdAt)],
)

/** Work for the outside world, written in the transaction of its cause and done afterwards, at least once. */
export const outbox = sqliteTable(
	'outbox',
	{
		id: text('id').primaryKey(),
		kind: text('kind').notNull(),
		/** JSON that the worker of this kind understands. */
		payload: text('payload').notNull(),
		createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull(),
		availableAt: integer('available_at', { mode: 'timestamp_ms' }).notNull(),
		attempts: integer('attempts').notNull().default(0),
		lastError: text('last_error'),
		/** `dead` was given up after its last try, or refused for good. */
		state: text('state', { enum: ['waiting', 'done', 'dead'] })
			.notNull()
			.default('waiting'),
	},
	(table) => [index('outbox_by_state').on(table.state, table.availableAt)],
)

/** Who does a job that only one node of many may do, and until when. */
export const leases = sqliteTable('leases', {
	name: text('name').primaryKey(),
	holder: text('holder').notNull(),
	expiresAt: integer('expires_at', { mode: 'timestamp_ms' }).notNull(),
})

/** How long a node counts as there after it was last seen, in milliseconds: six of its looks. */
export const NODE_ALIVE_MS = 30_000

/** The processes that serve the site from one database server: where the others reach them, and when each was last there. */
export const nodes = sqliteTable('nodes', {
	id: text('id').primaryKey(),
	/** Null where the others cannot call it. */
	url: text('url'),
	/** By the clock of the database: those of the machines may differ. */
	seenAt: integer('seen_at', { mode: 'timestamp_ms' }).notNull(),
})

/** What is done once in the life of a database, however often it starts: what an owner deletes since stays deleted. */
export const setupSteps = sqliteTable('setup_steps', {
	name: text('name').primaryKey(),
	doneAt: integer('done_at', { mode: 'timestamp_ms' }).notNull(),
})

/** Captcha answers that were used, until they would expire anyway. */
export const captchaUses = sqliteTable(
	'captcha_uses',
	{
		id: text('id').primaryKey(),
		expiresAt: integer('expires_at', { mode: 'timestamp_ms' }).notNull(),
	},
	(table) => [index('captcha_uses_by_expiry').on(table.expiresAt)],
)

/** Tries counted per key in a fixed window; shared by every node of the product. */
export const rateLimits = sqliteTable(
	'rate_limits',
	{
		key: text('key').primaryKey(),
		count: integer('count').notNull(),
		resetsAt: integer('resets_at', { mode: 'timestamp_ms' }).notNull(),
	},
	(table) => [index('rate_limits_by_reset').on(table.resetsAt)],
)
