import { eq, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { settings } from '#db/schema/settings.ts'
import { write } from '#db/write.ts'
import { type AuditAction, recordAudit } from '#src/platform/audit.ts'
import { isStillAdmin } from './still-admin.ts'

/** Reads a row of the settings as JSON text, which may be damaged; null and version 0 if it was never saved. */
export async function readSetting(key: string): Promise<{ value: string | null; version: number }> {
	const [row] = await db()
		// Read as text: the JSON column would throw on damaged data.
		.select({ value: sql<string>`${settings.value}`, version: settings.version })
		.from(settings)
		.where(eq(settings.key, key))
	return row ?? { value: null, version: 0 }
}

interface SettingChange {
	key: string
	/** Name of the setting in the audit log. */
	name: string
	action: AuditAction
	value: object
	/** Names of the changed fields, for the audit log. */
	changed: readonly string[]
	/** Version that the change is based on. */
	baseVersion: number
	user: Parameters<typeof recordAudit>[0]['actor'] & { id: string; name: string }
}

/** Saves a row of the settings. Returns false if another version is stored, or the user is no longer an admin. */
export async function saveSetting(setting: SettingChange): Promise<boolean> {
	const { key, name, action, value, changed, baseVersion, user } = setting
	const version = sql`coalesce((select version from ${settings} where key = ${key}), 0)`
	const isCurrent = sql`${version} = ${baseVersion} and ${isStillAdmin(user)}`
	const subject = { type: 'settings', id: key, name }
	const { saved } = await write({
		audit: recordAudit({ actor: user, action, subject, detail: { changed: changed.join(', ') } }, isCurrent),
		saved: db().run(sql`
			insert into ${settings} (key, value, version, updated_at, updated_by)
			select ${key}, ${JSON.stringify(value)}, 1, ${Date.now()}, ${user.name} where ${isCurrent}
			on conflict (key) do update set value = excluded.value, version = version + 1,
				updated_at = excluded.updated_at, updated_by = excluded.updated_by`),
	})
	return saved.rowsAffected > 0
}
