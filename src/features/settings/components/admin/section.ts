import type { SettingValues } from '../../contract.ts'
import type { SettingsPage } from '../../settings-pages.ts'

export type SettingName = keyof SettingValues

/** Kind of field; `words` is a single line that may wrap. */
type Kind =
	| 'line'
	| 'text'
	| 'words'
	| 'link'
	| 'email'
	| 'picture'
	| 'color'
	| 'dark-color'
	| 'page'
	| 'people'
	| 'zone'
	| 'choice'

export interface Setting {
	readonly name: SettingName
	readonly label: string
	/** A single line by default. */
	readonly kind?: Kind
	readonly hint?: string
	/** An example for an empty field. */
	readonly example?: string
	readonly options?: ReadonlyArray<readonly [value: string, label: string]>
	/** Half width, next to the following field. */
	readonly isHalf?: boolean
}

export interface Section {
	readonly id: string
	/** The page that shows it. */
	readonly page: SettingsPage
	readonly title: string
	readonly lead: string
	readonly settings: readonly Setting[]
}
