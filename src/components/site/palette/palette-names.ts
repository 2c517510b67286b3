// Names shared by scripts of different files. Types only: a value would be another file on every public page.

/** Event on the document once the palette is loaded. */
export type OpenPalette = 'open-palette'

export interface PaletteOpening {
	/** The letters typed until then; a newline means Enter. */
	typed: string
	/** Loads the script in the template with this id. */
	load(template: string): Promise<unknown>
}

/** Event on the document that plays the episode with the slug in its detail, once the script for it is loaded. */
export type PlayEpisode = 'play-episode'

/** Storage key of the setting that turns `/` off: a single-key shortcut can interfere with speech input. */
export type SlashKey = 'search-slash'
