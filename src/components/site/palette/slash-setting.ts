import { keepDraft, readDraft } from '#src/lib/forms/draft-storage.ts'
import type { SlashKey } from './palette-names.ts'

const SLASH_KEY: SlashKey = 'search-slash'

/** Binds a check box to the setting of the `/` shortcut. */
export function startSlashSetting(box: HTMLInputElement): void {
	box.checked = !readDraft(SLASH_KEY)
	box.addEventListener('change', () => keepDraft(SLASH_KEY, box.checked ? undefined : 'off'))
}
