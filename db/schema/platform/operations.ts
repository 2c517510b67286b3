import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Changes to public pages, in order. Every node continues reading from its own cursor. */
export const publishEvents = sqliteTable(
	'publish_events',
	{
		seq: integer('seq').primaryKey({ autoIncrement: true }),
		path: text('path').notNull(),
		createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull(),
		/** The node that wrote the event. It notifies the other nodes, and the CDN once those nodes are up to date. */
		node: text('node'),
	},
	(table) => [index('publish_events_by_time').on(table.createdAt)],
)

/** Outbox of side effects, written in the transaction of their cause and delivered afterwards, at least once. */
export const outbox = sqliteTable(
	'outbox',
	{
		id: text('id').primaryKey(),
		kind: text('kind').notNull(),
		/** JSON payload for the worker of this kind. */
		payload: text('payload').notNull(),
		createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull(),
		availableAt: integer('available_at', { mode: 'timestamp_ms' }).notNull(),
		attempts: integer('attempts').notNull().default(0),
		lastError: text('last_error'),
		/** `dead`: the last retry failed, or the delivery was rejected permanently. */
		state: text('state', { enum: ['waiting', 'done', 'dead'] })
			.notNull()
			.default('waiting'),
	},
	(table) => [index('outbox_by_state').on(table.state, table.availableAt)],
)

/** Leases for jobs that only one node may run at a time. */
export const leases = sqliteTable('leases', {
	name: text('name').primaryKey(),
	holder: text('holder').notNull(),
	expiresAt: integer('expires_at', { mode: 'timestamp_ms' }).notNull(),
})

/** How long a node counts as alive after it was last seen, in milliseconds: six of its heartbeats. */
export const NODE_ALIVE_MS = 30_000

/** Processes that serve the site from one database server, with their URL and last heartbeat. */
export const nodes = sqliteTable('nodes', {
	id: text('id').primaryKey(),
	/** Null if other nodes cannot call it. */
	url: text('url'),
	/** By the database's clock, because clocks of the nodes may differ. */
	seenAt: integer('seen_at', { mode: 'timestamp_ms' }).notNull(),
})

/** Setup steps that run once per database, not at every start, so that content an owner deletes stays deleted. */
export const setupSteps = sqliteTable('setup_steps', {
	name: text('name').primaryKey(),
	doneAt: integer('done_at', { mode: 'timestamp_ms' }).notNull(),
})

/** Used captcha answers, kept until they expire. */
export const captchaUses = sqliteTable(
	'captcha_uses',
	{
		id: text('id').primaryKey(),
		expiresAt: integer('expires_at', { mode: 'timestamp_ms' }).notNull(),
	},
	(table) => [index('captcha_uses_by_expiry').on(table.expiresAt)],
)

/** Number of attempts per key in a fixed time window, shared by all nodes. */
export const rateLimits = sqliteTable(
	'rate_limits',
	{
		key: text('key').primaryKey(),
		count: integer('count').notNull(),
		resetsAt: integer('resets_at', { mode: 'timestamp_ms' }).notNull(),
	},
	(table) => [index('rate_limits_by_reset').on(table.resetsAt)],
)
