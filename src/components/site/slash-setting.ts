import type { SlashKey } from './palette-names.ts'

const SLASH_KEY: SlashKey = 'second-chair:search-slash'

/** Makes a check box say whether `/` opens the search, and keep it. */
export function startSlashSetting(box: HTMLInputElement): void {
	try {
		box.checked = localStorage.getItem(SLASH_KEY) !== 'off'
		box.addEventListener('change', () => {
			if (box.checked) localStorage.removeItem(SLASH_KEY)
			else localStorage.setItem(SLASH_KEY, 'off')
		})
	} catch {
		// A browser that keeps nothing cannot keep this either.
		box.disabled = true
	}
}
