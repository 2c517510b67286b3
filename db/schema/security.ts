import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { childOf } from '../columns.ts'
import { users } from './users.ts'

/** The authenticator app of an account. */
export const totpSecrets = sqliteTable('totp_secrets', {
	userId: childOf('user_id', () => users.id).primaryKey(),
	/** Encrypted with a key derived from SECRET_KEY. */
	sealed: text('sealed').notNull(),
	/** When the first correct code was entered. Null until then: the app is not required at sign-in yet. */
	confirmedAt: integer('confirmed_at', { mode: 'timestamp_ms' }),
	/** The last used time step, so that each code works once. */
	lastStep: integer('last_step').notNull().default(0),
})

/** One-time recovery codes for a lost second factor. */
export const recoveryCodes = sqliteTable(
	'recovery_codes',
	{
		/** SHA-256 of the account's id and the code. */
		hash: text('hash').primaryKey(),
		userId: childOf('user_id', () => users.id),
		usedAt: integer('used_at', { mode: 'timestamp_ms' }),
	},
	(table) => [index('recovery_codes_by_user').on(table.userId)],
)

export const passkeys = sqliteTable(
	'passkeys',
	{
		/** Credential id from the authenticator, base64url. */
		id: text('id').primaryKey(),
		userId: childOf('user_id', () => users.id),
		/** COSE key, base64url. */
		publicKey: text('public_key').notNull(),
		/** Signature counter; 0 if the authenticator does not count. */
		counter: integer('counter').notNull(),
		name: text('name').notNull(),
		/** JSON: transports over which the browser reaches the authenticator. */
		transports: text('transports').notNull(),
		createdAt: integer('created_at', { mode: 'timestamp_ms' }).notNull(),
		lastUsedAt: integer('last_used_at', { mode: 'timestamp_ms' }),
	},
	(table) => [index('passkeys_by_user').on(table.userId)],
)

/** Sign-in steps in progress, valid for a few minutes: a correct password awaiting a code, or a passkey challenge. */
export const preSessions = sqliteTable(
	'pre_sessions',
	{
		/** SHA-256 of the token in the cookie. */
		id: text('id').primaryKey(),
		/** Null until a passkey identifies the account. */
		userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
		purpose: text('purpose', { enum: ['sign-in', 'passkey', 'register'] }).notNull(),
		challenge: text('challenge'),
		expiresAt: integer('expires_at', { mode: 'timestamp_ms' }).notNull(),
	},
	(table) => [index('pre_sessions_by_user').on(table.userId), index('pre_sessions_by_expiry').on(table.expiresAt)],
)

/** Browsers that do not need the second factor until the given time. */
export const trustedDevices = sqliteTable(
	'trusted_devices',
	{
		userId: childOf('user_id', () => users.id),
		/** SHA-256 of the id in the device cookie. */
		deviceHash: text('device_hash').notNull(),
		until: integer('until', { mode: 'timestamp_ms' }).notNull(),
	},
	(table) => [primaryKey({ columns: [table.userId, table.deviceHash] })],
)

/** A request to remove a lost second factor, carried out after a delay. Until then, the account's owner can stop it. */
export const factorResets = sqliteTable(
	'factor_resets',
	{
		userId: childOf('user_id', () => users.id).primaryKey(),
		/** Name of the requesting admin at the time. */
		requestedBy: text('requested_by').notNull(),
		requestedAt: integer('requested_at', { mode: 'timestamp_ms' }).notNull(),
		dueAt: integer('due_at', { mode: 'timestamp_ms' }).notNull(),
	},
	(table) => [index('factor_resets_by_due').on(table.dueAt)],
)
